import { connect } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { cutText } from '#shared/core/cut.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { Record } from '../access/access-log.ts';

export interface ScannerAddress {
  readonly host: string;
  readonly port: number;
}

const chunkBytes = 64 * 1024;
const longestAnswer = 1_000;

/**
 * Scans bytes with clamd (INSTREAM over TCP). Returns the name of what it found, or null for a clean file.
 * Throws when clamd gave no verdict.
 */
export function scanBytes(
  { host, port }: ScannerAddress,
  bytes: Buffer,
  patienceMs = 20_000,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const connection = connect({ host, port });
    const timer = setTimeout(
      () => connection.destroy(new Error(`The scanner did not answer within ${patienceMs} ms.`)),
      patienceMs,
    );
    let reply = '';
    const settle = (): void => {
      clearTimeout(timer);
      connection.destroy();
      const answer = reply.split('\0', 1)[0]!.trim();
      if (answer === 'stream: OK') return resolve(null);
      const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
      if (found === undefined) reject(new Error(`The scanner said "${cutText(answer, 200)}".`));
      else resolve(cutText(found.replace(/[^\w.:/-]/g, '_'), 120));
    };
    connection.setEncoding('latin1').on('data', (part: string) => {
      reply += part;
      if (reply.includes('\0') || reply.length > longestAnswer) settle();
    });
    connection.once('end', settle);
    connection.once('close', settle);
    connection.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      // clamd hangs up at its size limit, and its reply is lost when more was sent meanwhile.
      const cut = error.code === 'EPIPE' || error.code === 'ECONNRESET';
      reject(
        cut
          ? new Error(
              `The scanner hung up on a file of ${bytes.length} bytes; is its StreamMaxLength smaller?`,
              { cause: error },
            )
          : error,
      );
    });
    connection.write('zINSTREAM\0');
    for (let from = 0; from < bytes.length; from += chunkBytes) {
      const chunk = bytes.subarray(from, from + chunkBytes);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      connection.write(length);
      connection.write(chunk);
    }
    connection.write(Buffer.alloc(4));
  });
}

/**
 * Scans every uploaded file before anything of it is stored; throws the refusal. A file that could not be
 * scanned is refused.
 */
export function openFileScan(parts: {
  readonly scanner: ScannerAddress;
  readonly record: Record;
  readonly onError: (error: unknown, correlationId: string) => void;
}): (request: FastifyRequest, bytes: Buffer) => Promise<void> {
  return async (request, bytes) => {
    const found = await scanBytes(parts.scanner, bytes).catch((error: unknown) => {
      parts.onError(error, request.correlationId);
      throw refuse('scannerAway', 503, undefined, 'file');
    });
    if (found === null) return;
    await parts.record({
      action: 'denied',
      result: 'deny',
      empId: request.viewer?.empId ?? null,
      sessionId: request.viewer?.sessionId ?? null,
      ip: request.ip,
      objectType: 'file',
      reason: `fileInfected: ${found}`,
      correlationId: request.correlationId,
    });
    throw refuse('fileInfected', 422, { found }, 'file');
  };
}
