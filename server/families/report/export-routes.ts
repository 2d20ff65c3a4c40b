import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { may } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { languages } from '#shared/core/words.ts';
import { languageOf } from '../../http.ts';
import { query } from '../master/door-parts.ts';
import { Values } from '../master/list-query.ts';
import { exportSender } from '../send-export.ts';
import type { ReportJob } from './export.worker.ts';
import { sourceSql } from './read-report.ts';
import { maskedFor, orderSql, selectSql, whereSql } from './report-query.ts';
import { askOf, reportFor, reportQuery, type ReportParts } from './report-routes.ts';

const exportQuery = reportQuery.extend({
  format: z.enum(['csv', 'xlsx']).default('csv'),
  lang: z.enum(languages).optional(),
  columns: z.string().max(2_000).optional(),
});

/** A report as a file, written by a worker piece by piece as the reader takes them, with an event that says who took what. */
export function exportRoutes(app: FastifyInstance, { house, byName, reached, databaseUrl }: ReportParts): void {
  const send = exportSender(house);

  app.get('/reports-export/:name', { config: { need: 'signedIn' } }, async (request, reply) => {
    const { def, viewer } = reportFor(byName, request);
    if (!may(viewer, def.exportNeed).ok) throw refuse('forbidden', 403, { permission: def.exportNeed });
    const given = query(request, exportQuery);
    const ask = askOf(def, given, viewer, house.clock.now());
    const wanted = given.columns?.split(',');
    const columns = def.columns.filter((column) => (wanted ? wanted.includes(column.name) : !column.hidden));
    if (columns.length === 0) throw refuse('badFormat', 400, { label: 'columns' }, 'columns');
    const masked = maskedFor(def, viewer);
    const values = new Values();
    const where = whereSql(def, ask, viewer, values);
    await reached(house.log.head());
    const job: ReportJob = {
      url: databaseUrl,
      text: `select ${columns.map(selectSql).join(', ')} from ${sourceSql(def)} where ${where} order by ${orderSql(ask.sort)}`,
      values: values.list,
      name: def.name,
      format: given.format,
      language: given.lang ?? languageOf(request),
      columns: columns.map(({ name }) => name),
      masked,
    };
    const { sort, period, q } = ask;
    return send(request, reply, viewer, {
      name: def.name,
      fileName: def.name,
      format: given.format,
      masked: masked.length > 0,
      asked: { period, where: ask.where, q, sort, columns: columns.map(({ name }) => name) },
      rows: async () =>
        Number((await house.pool.query<{ n: string }>(`select count(*) as n from ${sourceSql(def)} where ${where}`, values.list)).rows[0]?.n ?? 0),
      start: () => new Worker(new URL('./export.worker.ts', import.meta.url), { workerData: job, resourceLimits: { maxOldGenerationSizeMb: 256 } }),
    });
  });
}
