import { headOf } from '#shared/core/cut.ts';
import type { ReadyAnswer, ReadyEvent } from '../ready.ts';
import type { Acknowledge, RelayServer, RelaySocket, Transport } from '../transport.ts';
import { closeCodes } from '#shared/wire.ts';
import { takesDeflated } from './deflate.ts';
import { ReadyFrame } from './frames.ts';

/** What Engine.IO and ws keep of a connection; private to them. */
interface Under {
  readonly readyState: string;
  readonly writeBuffer: readonly { readonly data?: unknown }[];
  readonly transport: {
    readonly socket?: {
      readonly readyState: number;
      readonly _socket?: {
        readonly writableLength: number;
        cork(): void;
        uncork(): void;
        write(bytes: Buffer): boolean;
      };
      close(code: number, reason: string): void;
      terminate(): void;
    };
    perMessageDeflate: unknown;
  };
  write(text: string, options: object): void;
}

const open = 1;
const underOf = (socket: RelaySocket): Under => socket.conn as unknown as Under;

/** Everything before has been handed to the TCP socket: what is written there now stays in order. */
function tcpOf(under: Under): NonNullable<NonNullable<Under['transport']['socket']>['_socket']> | null {
  const ws = under.transport.socket;
  if (under.readyState !== 'open' || under.writeBuffer.length > 0 || ws?.readyState !== open) return null;
  return ws._socket ?? null;
}

/** Writes one encoded frame to many connections, past the encoders of Socket.IO and ws. */
export function fastTransport<D>(io: RelayServer<D>): Transport {
  const events = new WeakMap<ReadyEvent, ReadyFrame>();
  const answers = new WeakMap<ReadyAnswer, Map<string, ReadyFrame>>();
  const acknowledge = acknowledger(io);

  const send = (under: Under, frame: ReadyFrame, few: boolean): void => {
    const ws = under.transport.socket;
    const bytes = !few && ws && takesDeflated(ws) ? frame.deflated : frame.plain;
    const tcp = tcpOf(under);
    if (tcp) tcp.write(bytes);
    // If packets wait in Engine.IO, the frame is queued after them.
    else under.write(frame.packet, { compress: false, wsPreEncodedFrame: [bytes] });
  };
  const frameOf = (answer: ReadyAnswer, key: string, packet: () => string): ReadyFrame => {
    let frames = answers.get(answer);
    if (!frames) answers.set(answer, (frames = new Map()));
    let frame = frames.get(key);
    if (!frame) {
      frame = new ReadyFrame(packet());
      if (frames.size < 8) frames.set(key, frame);
    }
    return frame;
  };

  return {
    accept(socket) {
      // Engine.IO would otherwise encode ready frames again.
      underOf(socket).transport.perMessageDeflate = null;
    },
    idle: (socket) => tcpOf(underOf(socket))?.writableLength === 0,
    unsent(socket) {
      const { writeBuffer, transport } = underOf(socket);
      // `ws.bufferedAmount` alone stays 0 for a reader that has stopped.
      let bytes = transport.socket?._socket?.writableLength ?? 0;
      for (const { data } of writeBuffer) if (typeof data === 'string') bytes += data.length;
      return { packets: writeBuffer.length, bytes };
    },
    send(socket, event, few = false) {
      let frame = events.get(event);
      if (!frame) events.set(event, (frame = new ReadyFrame(event.packet)));
      send(underOf(socket), frame, few);
    },
    answer(socket, ack, answer) {
      const id = acknowledge(ack, answer);
      if (id !== undefined)
        send(
          underOf(socket),
          frameOf(answer, String(id), () => `3${id}[${answer.text}]`),
          false,
        );
    },
    opened(socket, feed, answer) {
      const packet = (): string =>
        `2["feed:opened",${headOf(answer.text, -1)},"feed":${JSON.stringify(feed)}}]`;
      send(underOf(socket), frameOf(answer, `opened ${feed}`, packet), false);
    },
    together(socket) {
      const tcp = underOf(socket).transport.socket?._socket;
      tcp?.cork();
      return () => tcp?.uncork();
    },
    close: (socket, code, reason) => underOf(socket).transport.socket?.close(code, reason),
    cut(socket) {
      const ws = underOf(socket).transport.socket;
      ws?.close(closeCodes.slow, 'slow');
      // A stopped reader never answers the close frame.
      setTimeout(() => ws?.terminate(), 1_000).unref();
    },
  };
}

/**
 * Finds the number of an acknowledgement: only the encoder of Socket.IO is given it, so there it is read and
 * nothing is encoded.
 */
function acknowledger<D>(io: RelayServer<D>): (ack: Acknowledge, answer: ReadyAnswer) => number | undefined {
  const { encoder } = io as unknown as {
    encoder: { encode(packet: { id?: number; data?: readonly unknown[] }): unknown[] };
  };
  const encode = encoder.encode.bind(encoder);
  let answering: ReadyAnswer | undefined;
  let found: number | undefined;
  encoder.encode = (packet) => {
    if (answering === undefined || packet.data?.[0] !== answering) return encode(packet);
    found = packet.id;
    return [];
  };
  return (ack, answer) => {
    [answering, found] = [answer, undefined];
    ack(answer);
    answering = undefined;
    return found;
  };
}
