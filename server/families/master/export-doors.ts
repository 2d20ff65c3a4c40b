import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { may } from '#shared/core/permission.ts';
import { languages } from '#shared/core/words.ts';
import { languageOf } from '../../http.ts';
import { countsSql } from './counts.ts';
import { listAsk, listQuery, masterFor, query, type MasterDoorParts } from './door-parts.ts';
import { exportSender } from '../send-export.ts';
import { listSql, Values } from './list-query.ts';

const exportQuery = listQuery.extend({ format: z.enum(['csv', 'xlsx']).default('csv'), lang: z.enum(languages).optional() });

/** Records out: written by a worker piece by piece as the reader takes them, with a note in the log of who took what. */
export function exportDoors(app: FastifyInstance, { house, reading, databaseUrl }: MasterDoorParts): void {
  const send = exportSender(house);

  app.get('/masters-export/:name', { config: { need: 'signedIn' } }, async (request, reply) => {
    const { def, viewer } = masterFor(reading, request, 'view');
    const asked = query(request, exportQuery);
    const masked = !may(viewer, def.need('edit')).ok;
    const ask = listAsk(asked, viewer, house.clock.now());
    const values = new Values();
    const { where, order, joins } = listSql(def, ask, values);
    await reading.rows.reached(house.log.head());
    const counts = (def.counts ?? []).filter(({ need }) => may(viewer, need).ok);
    const known = new Set([...def.fields, ...counts].map(({ name }) => name));
    const columns = asked.columns?.split(',').filter((name) => known.has(name));
    return send(request, reply, viewer, {
      name: def.name,
      fileName: def.kind,
      format: asked.format,
      masked,
      asked: { filter: ask.filter, q: ask.q, sort: ask.sort, columns: columns ?? null },
      rows: async () => Number((await house.pool.query<{ n: string }>(`select count(*) as n from master_rows m where ${where}`, values.list)).rows[0]!.n),
      start: () =>
        new Worker(new URL('./export.worker.ts', import.meta.url), {
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
        }),
    });
  });
}
