import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Server } from 'socket.io';
import { limits } from '#shared/core/limits.ts';

/** The standard compression of WebSocket messages, each message by itself, so that one deflated frame serves every line. Nothing is ever deflated for one line alone. */
export const sharedDeflate = { threshold: Infinity, serverNoContextTakeover: true, clientNoContextTakeover: true } as const;

const name = 'permessage-deflate';
/** What a flush ends with; it is left out on the wire. */
const tail = Buffer.from([0, 0, 0xff, 0xff]);

interface Extension {
  _inflate: unknown;
  params: Readonly<Record<string, unknown>>;
  decompress(data: Buffer, fin: boolean, done: (error: Error | null, data?: Buffer) => void): void;
}
interface Extended {
  readonly _extensions?: { readonly [name]?: Extension };
}

/** What nearly every client agrees on; the same object for all of them, because its own would stay with the line. */
const usual = { server_no_context_takeover: true, client_no_context_takeover: true } as const;

/** Whether this WebSocket takes messages deflated as they are for all; one that asked for a smaller window gets them as they are. */
export function takesDeflated(ws: unknown): boolean {
  return (ws as Extended | undefined)?._extensions?.[name]?.params === usual;
}

/** A message as its deflated bytes; null when it is so long that this thread should not stop for it, or so short that nothing is won. */
export function deflate(message: Buffer): Buffer | null {
  if (message.length < limits.deflateFromBytes || message.length > limits.deflateToBytes) return null;
  const bytes = deflateRawSync(message, { level: message.length > 32_768 ? 1 : 4, finishFlush: constants.Z_SYNC_FLUSH });
  const end = bytes.subarray(-4).equals(tail) ? bytes.length - 4 : bytes.length;
  return end < message.length ? bytes.subarray(0, end) : null;
}

/**
 * What clients send is small and rare: it is inflated at once and no inflater is kept for the line, which would cost it tens of
 * kilobytes. A message in pieces goes the library's own way.
 */
export function inflateAtOnce(io: Server<any, any, any, any>): void {
  io.engine.on('connection', (line: { readonly transport: { socket?: unknown; perMessageDeflate?: unknown } }) => {
    const extension = (line.transport.socket as Extended | undefined)?._extensions?.[name];
    // Engine.IO would otherwise encode ready frames anew.
    line.transport.perMessageDeflate = null;
    if (!extension) return;
    extension.decompress = inflateOne;
    if (Object.keys(extension.params).every((key) => key in usual)) extension.params = usual;
  });
}

function inflateOne(this: Extension, data: Buffer, fin: boolean, done: (error: Error | null, data?: Buffer) => void): void {
  const library = (): void => (Object.getPrototypeOf(this) as Extension).decompress.call(this, data, fin, done);
  if (!fin || this._inflate) return library();
  try {
    const message = inflateRawSync(Buffer.concat([data, tail]), { maxOutputLength: limits.socketMessageBytes, finishFlush: constants.Z_SYNC_FLUSH });
    process.nextTick(done, null, message);
  } catch {
    // Broken or too long: the library finds the same and closes the line with the right code.
    library();
  }
}
