import { Worker } from 'node:worker_threads';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { ReportDef } from '#shared/families/report.ts';
import { languages } from '#shared/core/translations.ts';
import { languageOf } from '../../http/every-request.ts';
import type { BackgroundFile } from '../kept-exports.ts';
import { queryFrom } from '../master/route-parts.ts';
import { Values } from '../master/list-query.ts';
import { exportSender } from '../send-export.ts';
import type { ReportAbout } from './about-sheet.ts';
import type { ReportJob } from './export.worker.ts';
import { sourceSql } from './read-report.ts';
import { maskedFor, recordsSql, sortSql, selectSql, whereSql, type ReportQuery } from './report-query.ts';
import { queryOf, reportFor, reportQuery, type ReportParts } from './report-routes.ts';

const exportQuery = reportQuery.extend({
  format: z.enum(['csv', 'xlsx']).default('csv'),
  lang: z.enum(languages).optional(),
  columns: texts.exact().max(2_000).optional(),
});

/** Names of the records that `reference` filters choose, in the rows that this reader may see; none of masked ones. */
async function chosenNames(
  pool: Pool,
  def: ReportDef,
  selection: ReportQuery,
  viewer: Viewer,
): Promise<ReportAbout['chosen']> {
  const masked = maskedFor(def, viewer);
  const found: Record<string, Record<string, string>> = {};
  for (const filter of def.filters) {
    if (filter.kind !== 'reference' || masked.includes(filter.shown)) continue;
    const ids = selection.where[filter.name] ?? [];
    if (ids.length === 0) continue;
    const values = new Values();
    const chosen = recordsSql(def, filter.name, ids, selection, viewer, values);
    const { rows } = await pool.query<{ id: string; name: string }>(
      `select r."${filter.name}"::text as id, min(r."${filter.shown}") as name from ${sourceSql(def, selection.now)}
       where ${chosen} and r."${filter.shown}" is not null group by 1`,
      values.list,
    );
    found[filter.name] = Object.fromEntries(rows.map((row) => [row.id, row.name]));
  }
  return found;
}

/** The file that a request asks for, with its filters, sort, columns and masks; refused without the right to export. */
export async function exportFile(
  { server, byName, reached, databaseUrl }: ReportParts,
  request: FastifyRequest,
  asked: unknown,
): Promise<{ readonly viewer: Viewer; readonly file: BackgroundFile }> {
  const { def, viewer } = reportFor(byName, request);
  if (!may(viewer, def.exportNeed).ok) throw refuse('forbidden', 403, { permission: def.exportNeed });
  const given = queryFrom(asked, exportQuery);
  const selection = queryOf(def, given, viewer, server.clock.now());
  const columns =
    given.columns === undefined
      ? def.columns.filter(({ hidden }) => !hidden)
      : [...new Set(given.columns.split(','))].flatMap(
          (name) => def.columns.find((column) => column.name === name) ?? [],
        );
  if (columns.length === 0) throw refuse('badFormat', 400, { label: 'columns' }, 'columns');
  const masked = maskedFor(def, viewer);
  const values = new Values();
  const where = whereSql(def, selection, viewer, values);
  await reached(server.log.head());
  const { sort, period, q } = selection;
  const job: ReportJob = {
    url: databaseUrl,
    text: `select ${columns.map(selectSql).join(', ')} from ${sourceSql(def, selection.now)} where ${where} order by ${sortSql(def, selection.sort)}`,
    values: values.list,
    name: def.name,
    format: given.format,
    language: given.lang ?? languageOf(request),
    columns: columns.map(({ name }) => name),
    masked,
    about: {
      by: viewer.name,
      at: new Date(selection.now).toISOString(),
      period,
      where: selection.where,
      chosen: await chosenNames(server.pool, def, selection, viewer),
      q,
    },
  };
  const file: BackgroundFile = {
    name: def.name,
    fileName: def.name,
    format: given.format,
    masked: masked.length > 0,
    requested: { period, where: selection.where, q, sort, columns: columns.map(({ name }) => name) },
    rows: async () =>
      Number(
        (
          await server.pool.query<{ n: string }>(
            `select count(*) as n from ${sourceSql(def, selection.now)} where ${where}`,
            values.list,
          )
        ).rows[0]?.n ?? 0,
      ),
    start: () =>
      new Worker(new URL('./export.worker.ts', import.meta.url), {
        workerData: job,
        resourceLimits: { maxOldGenerationSizeMb: 256 },
      }),
    holds: { masked, places: viewer.poos },
    mayGoOn: (now) => may(now, def.exportNeed).ok,
  };
  return { viewer, file };
}

/**
 * Exports a report into the answer: a worker writes piece by piece as the reader takes them, and an event
 * records who exported what.
 */
export function exportRoutes(app: FastifyInstance, parts: ReportParts): void {
  const send = exportSender(parts.server);
  app.get('/reports-export/:name', { config: { need: 'signedIn' } }, async (request, reply) => {
    const { viewer, file } = await exportFile(parts, request, request.query);
    return send(request, reply, viewer, file);
  });
}
