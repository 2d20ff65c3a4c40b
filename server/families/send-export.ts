import { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cutText } from '#shared/core/cut.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { ServerParts } from '../core/parts.ts';

export const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export interface ExportFile {
  /** The register's name of the export, and the file's name without its extension. */
  readonly name: string;
  readonly fileName: string;
  readonly format: keyof typeof contentTypes;
  readonly masked: boolean;
  /** Filters, sort and columns as requested; stored with the event. */
  readonly requested: unknown;
  rows(): Promise<number>;
  start(): Worker;
}

/**
 * Sends exports, one at a time per session: an event records who exports what, then the worker's pieces
 * follow.
 */
export function exportSender(
  server: ServerParts,
): (request: FastifyRequest, reply: FastifyReply, viewer: Viewer, file: ExportFile) => Promise<FastifyReply> {
  const busy = new Set<string>();
  return async (request, reply, viewer, file) => {
    const who = viewer.sessionId ?? String(viewer.empId);
    if (busy.has(who)) throw refuse('tooMany', 429, { seconds: 5 });
    busy.add(who);
    try {
      const rows = await file.rows();
      await noteExport(server, request, viewer, file, rows);
      const worker = file.start();
      reply.raw.once('close', () => busy.delete(who));
      return await reply
        .header('content-disposition', `attachment; filename="${file.fileName}.${file.format}"`)
        .header('x-total-count', String(rows))
        .type(contentTypes[file.format])
        .send(piecesOf(worker));
    } catch (error) {
      busy.delete(who);
      throw error;
    }
  };
}

/** Records in the log who exports what. */
export async function noteExport(
  server: ServerParts,
  { correlationId }: Pick<FastifyRequest, 'correlationId'>,
  viewer: Viewer,
  file: ExportFile,
  rows: number,
): Promise<void> {
  const noted = await server.handle({
    stream: `masterfile-${server.newId()}`,
    command: 'noteExport',
    viewer: server.access.systemViewer('export'),
    correlationId,
    input: {
      master: file.name,
      byEmpId: viewer.empId,
      byName: viewer.name,
      format: file.format,
      rows,
      masked: file.masked,
      requested: cutText(JSON.stringify(file.requested), 8_000),
    },
  });
  if (isRefusal(noted)) throw noted;
}

/** A worker's message, one piece per request; `onRows` gets the number of rows written so far. */
export function piecesOf(worker: Worker, onRows?: (rows: number) => void): Readable {
  const stream = new Readable({
    read() {
      worker.postMessage('more');
    },
    destroy(error, done) {
      void worker.terminate().then(() => done(error));
    },
  });
  worker.on('message', (message: { piece?: Uint8Array; rows?: number; error?: string }) => {
    if (message.rows !== undefined) onRows?.(message.rows);
    if (message.piece) stream.push(Buffer.from(message.piece));
    else if (message.error) stream.destroy(new Error(message.error));
    else stream.push(null);
  });
  worker.on('error', (error) => stream.destroy(error));
  return stream;
}
