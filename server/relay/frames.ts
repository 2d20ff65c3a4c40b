import type { Server, Socket } from 'socket.io';
import { deflate, takesDeflated } from './deflate.ts';

/** One message, and the WebSocket frame around it, encoded once for all it is sent to: as it is, and deflated for those who take it so. */
export class ReadyFrame {
  readonly #message: Buffer;
  #plain: Buffer | undefined;
  #deflated: Buffer | null | undefined;

  /** `text` is a packet of Socket.IO; `4` before it says to Engine.IO that a message follows. */
  constructor(text: string) {
    this.#message = Buffer.from(`4${text}`);
  }

  get text(): string {
    return this.#message.toString('utf8', 1);
  }

  /** The frame for that line; with `few` who share it, deflating costs more than it saves and is left out. */
  for(under: Under, few: boolean): Buffer {
    if (!few && takesDeflated(under.transport.socket)) {
      if (this.#deflated === undefined) {
        const deflated = deflate(this.#message);
        this.#deflated = deflated && framed(deflated, 0xc1);
      }
      if (this.#deflated) return this.#deflated;
    }
    return (this.#plain ??= framed(this.#message, 0x81));
  }
}

/** What Engine.IO and ws keep of a connection; only looked at, never changed. */
export interface Under {
  readonly readyState: string;
  readonly writeBuffer: readonly { readonly data?: unknown }[];
  readonly transport: {
    readonly socket?: {
      readonly readyState: number;
      readonly _socket?: { readonly writableLength: number; cork(): void; uncork(): void; write(bytes: Buffer): boolean };
    };
  };
  write(text: string, options: object): void;
}

export function underOf(socket: Socket<any, any, any, any>): Under {
  return socket.conn as unknown as Under;
}

/** An event of Socket.IO for everyone. */
export function eventFrame(event: string, payload: unknown): ReadyFrame {
  return new ReadyFrame(`2${JSON.stringify([event, payload])}`);
}

/** A frame without mask, header and payload in one buffer. */
function framed(message: Buffer, first: number): Buffer {
  const { length } = message;
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafeSlow(head + length);
  bytes[0] = first;
  if (head === 2) bytes[1] = length;
  else if (head === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeUInt32BE(0, 2);
    bytes.writeUInt32BE(length, 6);
  }
  message.copy(bytes, head);
  return bytes;
}

const open = 1;

/** Nothing waits on this line, neither in Engine.IO nor in the TCP socket. */
export function isIdle(under: Under): boolean {
  return isDirect(under) && under.transport.socket!._socket!.writableLength === 0;
}

/** Everything before has been handed to the TCP socket: what is written there now stays in order. */
function isDirect(under: Under): boolean {
  const ws = under.transport.socket;
  return under.readyState === 'open' && under.writeBuffer.length === 0 && ws?.readyState === open && ws._socket !== undefined;
}

/** The frame goes out as it is, in one write; where packets wait in Engine.IO it goes by Engine.IO's own road, behind them. */
export function sendReady(under: Under, frame: ReadyFrame, few = false): void {
  const bytes = frame.for(under, few);
  if (isDirect(under)) under.transport.socket!._socket!.write(bytes);
  else under.write(frame.text, { compress: false, wsPreEncodedFrame: [bytes] });
}

/** What is written until the function that is answered is called goes out in one write. */
export function together(under: Under): () => void {
  const line = under.transport.socket?._socket;
  line?.cork();
  return () => line?.uncork();
}

/** The text of an answer, encoded once for all who ask the same. */
export class ReadyAnswer {
  readonly text: string;
  #frames = new Map<number, ReadyFrame>();
  #opened: ReadyFrame | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The answer to the question with that number; the first question of a connection is number 0 for all of them. */
  frame(id: number): ReadyFrame {
    let frame = this.#frames.get(id);
    if (!frame) {
      frame = new ReadyFrame(`3${id}[${this.text}]`);
      if (this.#frames.size < 8) this.#frames.set(id, frame);
    }
    return frame;
  }

  /** The same as an event, for who asked with the packet that connects; an answer is about one feed only. */
  opened(feed: string): ReadyFrame {
    return (this.#opened ??= new ReadyFrame(`2["feed:opened",${this.text.slice(0, -1)},"feed":${JSON.stringify(feed)}}]`));
  }
}

type Ack = (answer: any) => void;

/** Lets answers be given as ready text. Only Socket.IO's encoder is told a question's number: there it is read, and the frame goes out beside it. */
export function answersReady(io: Server<any, any, any, any>): (under: Under, ack: Ack, answer: ReadyAnswer) => void {
  const { encoder } = io as unknown as { encoder: { encode(packet: { id?: number; data?: readonly unknown[] }): unknown[] } };
  const encode = encoder.encode.bind(encoder);
  let asked: number | undefined;
  encoder.encode = (packet) => {
    if (!(packet.data?.[0] instanceof ReadyAnswer)) return encode(packet);
    asked = packet.id;
    return [];
  };
  return (under, ack, answer) => {
    asked = undefined;
    ack(answer);
    if (asked !== undefined) sendReady(under, answer.frame(asked));
  };
}
