import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WireError } from '#shared/wire.ts';
import type { ServerParts } from '../core/parts.ts';

const answers: Readonly<
  Record<
    string,
    {
      readonly line: string;
      readonly code: string;
      readonly details: Readonly<Record<string, string | number>>;
    }
  >
> = {
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    code: 'tooLarge',
    details: { limit: '16 KB' },
  },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', code: 'bodyTooSlow', details: { seconds: 15 } },
};
const broken = { line: '400 Bad Request', code: 'badRequest', details: {} };

/**
 * Answers bytes that are not an HTTP request, in the shape of every other refusal, and closes the
 * connection.
 */
export function answerUnparsed(
  say: ServerParts['translate'],
  error: { readonly code?: string },
  socket: Duplex,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { line, code, details } = answers[error.code ?? ''] ?? broken;
  const correlationId = randomUUID();
  const body = JSON.stringify({
    code,
    message: say(code, { ...details, correlationId }, 'en'),
    correlationId,
  } satisfies WireError);
  const headers = [
    `HTTP/1.1 ${line}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-correlation-id: ${correlationId}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
  socket.on('finish', () => socket.destroy());
}
