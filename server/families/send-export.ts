import { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#shared/core/permission.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { House } from '../house.ts';

const types = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;

export interface ExportFile {
  /** The register's name for what is exported, and the file's name without its ending. */
  readonly name: string;
  readonly fileName: string;
  readonly format: keyof typeof types;
  readonly masked: boolean;
  /** Filters, sort and columns as they were given; kept with the event. */
  readonly asked: unknown;
  rows(): Promise<number>;
  start(): Worker;
}

/** Sends exports, one at a time for each session: an event records who takes what, then the worker's pieces follow. */
export function exportSender(house: House): (request: FastifyRequest, reply: FastifyReply, viewer: Viewer, file: ExportFile) => Promise<FastifyReply> {
  const busy = new Set<string>();
  return async (request, reply, viewer, file) => {
    const who = viewer.sessionId ?? String(viewer.empId);
    if (busy.has(who)) throw refuse('tooMany', 429, { seconds: 5 });
    busy.add(who);
    try {
      const rows = await file.rows();
      const noted = await house.handle({
        stream: `masterfile-${house.newId()}`,
        command: 'noteExport',
        viewer: house.access.systemViewer('export'),
        correlationId: request.correlationId,
        input: {
          master: file.name,
          byEmpId: viewer.empId,
          byName: viewer.name,
          format: file.format,
          rows,
          masked: file.masked,
          asked: JSON.stringify(file.asked).slice(0, 8_000),
        },
      });
      if (isRefusal(noted)) throw noted;
      const worker = file.start();
      reply.raw.once('close', () => busy.delete(who));
      return await reply
        .header('content-disposition', `attachment; filename="${file.fileName}.${file.format}"`)
        .header('x-total-count', String(rows))
        .type(types[file.format])
        .send(piecesOf(worker));
    } catch (error) {
      busy.delete(who);
      throw error;
    }
  };
}

/** What a worker sends, asked for one piece at a time. */
function piecesOf(worker: Worker): Readable {
  const stream = new Readable({
    read() {
      worker.postMessage('more');
    },
    destroy(error, done) {
      void worker.terminate().then(() => done(error));
    },
  });
  worker.on('message', (message: { piece?: Uint8Array; rows?: number; error?: string }) => {
    if (message.piece) stream.push(Buffer.from(message.piece));
    else if (message.error) stream.destroy(new Error(message.error));
    else stream.push(null);
  });
  worker.on('error', (error) => stream.destroy(error));
  return stream;
}
