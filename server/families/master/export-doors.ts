import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import { may } from '#shared/core/permission.ts';
import { languages } from '#shared/core/words.ts';
import { languageOf } from '../../http.ts';
import { countsSql } from './counts.ts';
import { listAsk, listQuery, masterFor, query, type MasterDoorParts } from './door-parts.ts';
import { listSql, Values } from './list-query.ts';

const types = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;

const exportQuery = listQuery.extend({ format: z.enum(['csv', 'xlsx']).default('csv'), lang: z.enum(languages).optional() });

/** Records out: written by a worker piece by piece as the reader takes them, with a note in the log of who took what. */
export function exportDoors(app: FastifyInstance, { house, reading, databaseUrl }: MasterDoorParts): void {
  const busy = new Set<string>();

  app.get('/masters-export/:name', { config: { need: 'signedIn' } }, async (request, reply) => {
    const { def, viewer } = masterFor(reading, request, 'view');
    const asked = query(request, exportQuery);
    const masked = !may(viewer, def.need('edit')).ok;
    const ask = listAsk(asked, viewer, house.clock.now());
    const values = new Values();
    const { where, order, joins } = listSql(def, ask, values);
    await reading.rows.reached(house.log.head());
    const rows = Number((await house.pool.query<{ n: string }>(`select count(*) as n from master_rows m where ${where}`, values.list)).rows[0]!.n);
    const counts = (def.counts ?? []).filter(({ need }) => may(viewer, need).ok);
    const known = new Set([...def.fields, ...counts].map(({ name }) => name));
    const columns = asked.columns?.split(',').filter((name) => known.has(name));
    const who = viewer.sessionId ?? String(viewer.empId);
    if (busy.has(who)) throw refuse('tooMany', 429, { seconds: 5 });
    busy.add(who);
    try {
      const told = await house.handle({
        stream: `masterfile-${house.newId()}`,
        command: 'noteExport',
        viewer: house.access.systemViewer('export'),
        correlationId: request.correlationId,
        input: {
          master: def.name,
          byEmpId: viewer.empId,
          byName: viewer.name,
          format: asked.format,
          rows,
          masked,
          asked: JSON.stringify({ filter: ask.filter, q: ask.q, sort: ask.sort, columns: columns ?? null }).slice(0, 8_000),
        },
      });
      if (isRefusal(told)) throw told;
      const worker = new Worker(new URL('./export.worker.ts', import.meta.url), {
        workerData: {
          url: databaseUrl,
          text: `select m.id, m.status, m.fields - 'state' as fields, ${countsSql(def, viewer)} as counts from master_rows m ${joins} where ${where} order by ${order}`,
          values: values.list,
          name: def.name,
          format: asked.format,
          language: asked.lang ?? languageOf(request),
          columns,
          counts: counts.map(({ name }) => name),
          masked,
        },
        resourceLimits: { maxOldGenerationSizeMb: 768 },
      });
      reply.raw.once('close', () => busy.delete(who));
      return reply
        .header('content-disposition', `attachment; filename="${def.kind}.${asked.format}"`)
        .header('x-total-count', String(rows))
        .type(types[asked.format])
        .send(piecesOf(worker));
    } catch (error) {
      busy.delete(who);
      throw error;
    }
  });
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
