import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { may } from '#shared/core/permission.ts';
import { languages } from '#shared/core/translations.ts';
import { languageOf } from '../../http/every-request.ts';
import { countsSql } from './counts.ts';
import { listQueryOf, listQuery, masterFor, query, type MasterRouteParts } from './route-parts.ts';
import { exportSender } from '../send-export.ts';
import { listSql, Values } from './list-query.ts';

const exportQuery = listQuery.extend({
  format: z.enum(['csv', 'xlsx']).default('csv'),
  lang: z.enum(languages).optional(),
});

/**
 * Exports records: a worker writes piece by piece as the reader takes them, and an event records who
 * exported what.
 */
export function exportRoutes(app: FastifyInstance, { server, queries, databaseUrl }: MasterRouteParts): void {
  const send = exportSender(server);

  app.get('/masters-export/:name', { config: { need: 'signedIn' } }, async (request, reply) => {
    const { def, viewer } = masterFor(queries, request, 'view');
    const requested = query(request, exportQuery);
    const masked = !may(viewer, def.need('edit')).ok;
    const wanted = listQueryOf(requested, viewer, server.clock.now());
    const values = new Values();
    const { where, sortSql, joins } = listSql(def, wanted, values);
    await queries.rows.reached(server.log.head());
    const counts = (def.counts ?? []).filter(({ need }) => may(viewer, need).ok);
    const known = new Set([...def.fields, ...counts].map(({ name }) => name));
    const columns = requested.columns?.split(',').filter((name) => known.has(name));
    return send(request, reply, viewer, {
      name: def.name,
      fileName: def.kind,
      format: requested.format,
      masked,
      requested: { filter: wanted.filter, q: wanted.q, sort: wanted.sort, columns: columns ?? null },
      rows: async () =>
        Number(
          (
            await server.pool.query<{ n: string }>(
              `select count(*) as n from master_rows m where ${where}`,
              values.list,
            )
          ).rows[0]!.n,
        ),
      start: () =>
        new Worker(new URL('./export.worker.ts', import.meta.url), {
          workerData: {
            url: databaseUrl,
            text: `select m.id, m.status, m.fields - 'state' as fields, ${countsSql(def, viewer)} as counts from master_rows m ${joins} where ${where} order by ${sortSql}`,
            values: values.list,
            name: def.name,
            format: requested.format,
            language: requested.lang ?? languageOf(request),
            columns,
            counts: counts.map(({ name }) => name),
            masked,
          },
          resourceLimits: { maxOldGenerationSizeMb: 768 },
        }),
    });
  });
}
