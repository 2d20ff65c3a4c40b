import { constants, deflateRawSync } from 'node:zlib';
import { limits } from '#shared/core/limits.ts';

const name = 'permessage-deflate';
/** What a flush ends with; it is left out on the wire. */
const tail = Buffer.from([0, 0, 0xff, 0xff]);

interface Extended {
  readonly _extensions?: { readonly [name]?: { readonly params: Readonly<Record<string, unknown>> } };
}

const usual = new Set(['server_no_context_takeover', 'client_no_context_takeover']);

/** Whether this WebSocket takes messages deflated as they are for everybody; one that negotiated a smaller window does not. */
export function takesDeflated(ws: object): boolean {
  const params = (ws as Extended)._extensions?.[name]?.params;
  return params !== undefined && Object.keys(params).every((key) => usual.has(key));
}

/** A message as its deflated bytes; null when it is too long to deflate on this thread, or too short to gain. */
export function deflate(message: Buffer): Buffer | null {
  if (message.length < limits.deflateFromBytes || message.length > limits.deflateToBytes) return null;
  const bytes = deflateRawSync(message, {
    level: message.length > 32_768 ? 1 : 4,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  const end = bytes.subarray(-4).equals(tail) ? bytes.length - 4 : bytes.length;
  return end < message.length ? bytes.subarray(0, end) : null;
}
