import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { businessDay } from '#shared/core/day.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { periodOf, wholeMonths } from '#shared/families/report-period.ts';
import { periodPresets, type ReportDef } from '#shared/families/report.ts';
import { reportLimits, type ReportPage, type ReportSummary } from '#shared/families/report-wire.ts';
import type { ServerParts } from '../../core/parts.ts';
import type { HttpParts } from '../../http/every-request.ts';
import { query } from '../master/route-parts.ts';
import { savedViewRoutes } from '../master/saved-view-routes.ts';
import { requested, readPage, readSummary } from './read-report.ts';
import { columnOf, maskedFor, type ReportQuery } from './report-query.ts';

export type ReportParts = HttpParts & {
  readonly server: ServerParts;
  readonly databaseUrl: string;
  readonly byName: ReadonlyMap<string, ReportDef>;
  /** Resolves when every table that reports read has reached this position. */
  readonly reached: (head: number) => Promise<void>;
};

const day = texts.day().optional();
export const reportQuery = z.object({
  period: z.enum(periodPresets).optional(),
  from: day,
  to: day,
  /** `{"column":["value"]}` of places and choices. */
  where: texts.exact().max(4_000).default('{}'),
  q: texts.search().max(100).default(''),
  /** Columns from the first that counts, with `-` for descending: `-createdAt,city`. */
  sort: texts.exact().max(300).default(''),
  group: texts.token().max(60).optional(),
  compare: z.enum(['before']).optional(),
});
const pageQuery = reportQuery.extend({
  after: texts.exact().max(2_000).optional(),
  records: z.coerce.number().int().min(1).max(reportLimits.page).default(reportLimits.page),
});
const chosen = z.record(texts.token().max(60), z.array(texts.exact().max(100)).max(200));

/** The report of a route, when the caller may open it. */
export function reportFor(
  byName: ReportParts['byName'],
  request: FastifyRequest,
): { def: ReportDef; viewer: Viewer } {
  const { name } = request.params as { name: string };
  const def = byName.get(name);
  if (!def) throw refuse('notFound', 404);
  const viewer = request.viewer!;
  if (!may(viewer, def.need).ok) throw refuse('forbidden', 403, { permission: String(def.need) });
  return { def, viewer };
}

/** Parses a report's query; an unknown column, or one that this reader sees masked, is refused. */
export function queryOf(
  def: ReportDef,
  given: z.output<typeof reportQuery>,
  viewer: Viewer,
  now: number,
): ReportQuery {
  const masked = maskedFor(def, viewer);
  const open = (name: string): string => {
    if (masked.includes(name))
      throw refuse(
        'columnMasked',
        403,
        { column: String(def.translations[viewer.language][`column.${name}`] ?? name) },
        name,
      );
    return columnOf(def, name).name;
  };
  const group = given.group === undefined || given.group === '' ? null : open(given.group);
  if (group !== null && !def.groups.includes(group))
    throw refuse('badFormat', 400, { label: 'group' }, 'group');
  return {
    period: periodRequested(def, given, businessDay(now)),
    where: filterRequested(def, given.where),
    q: given.q,
    sort: given.sort === '' ? [def.sort] : sortRequested(given.sort, open),
    group,
    compare: given.compare === 'before',
    now,
  };
}

function sortRequested(text: string, open: (name: string) => string): ReportQuery['sort'] {
  const sort = text.split(',').map((one): ReportQuery['sort'][number] => ({
    column: open(one.replace(/^-/, '')),
    way: one.startsWith('-') ? 'desc' : 'asc',
  }));
  const named = new Set(sort.map(({ column }) => column));
  if (sort.length > reportLimits.sorts || named.size < sort.length)
    throw refuse('badFormat', 400, { label: 'sort' }, 'sort');
  return sort;
}

function periodRequested(
  def: ReportDef,
  { period, from, to }: z.output<typeof reportQuery>,
  today: string,
): ReportQuery['period'] {
  const filter = def.filters.find(({ kind }) => kind === 'period');
  if (filter?.kind !== 'period') return null;
  const days = from && to ? { from, to } : periodOf(period ?? filter.preset, today);
  return columnOf(def, filter.name).kind === 'month' && days.from <= days.to ? wholeMonths(days) : days;
}

function filterRequested(def: ReportDef, text: string): ReportQuery['where'] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw refuse('badFormat', 400, { label: 'where' }, 'where');
  }
  const parsed = chosen.safeParse(given);
  const known = new Set(
    def.filters.flatMap((filter) =>
      filter.kind === 'period' || filter.kind === 'find' ? [] : [filter.name],
    ),
  );
  if (!parsed.success || Object.keys(parsed.data).some((name) => !known.has(name)))
    throw refuse('badFormat', 400, { label: 'where' }, 'where');
  return parsed.data;
}

/** Aborts when the caller leaves before the answer. */
export function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** A report's rows page by page, its figures, and its saved views. */
export function reportRoutes(app: FastifyInstance, { server, byName, reached, onError }: ReportParts): void {
  const signedIn = { config: { need: 'signedIn' as const } };

  app.get('/reports-rows/:name', signedIn, async (request, reply): Promise<ReportPage> => {
    const { def, viewer } = reportFor(byName, request);
    const given = query(request, pageQuery);
    const selection = queryOf(def, given, viewer, server.clock.now());
    await reached(server.log.head());
    return requested(
      server.pool,
      { gone: goneOf(reply), onError: (error) => onError(error, request.correlationId) },
      (client) => readPage(client, def, selection, viewer, given.after ?? null, given.records),
    );
  });

  app.get('/reports-summary/:name', signedIn, async (request, reply): Promise<ReportSummary> => {
    const { def, viewer } = reportFor(byName, request);
    const now = server.clock.now();
    const selection = queryOf(def, query(request, reportQuery), viewer, now);
    const position = server.log.head();
    await reached(position);
    const figures = await requested(
      server.pool,
      { gone: goneOf(reply), onError: (error) => onError(error, request.correlationId) },
      (client) => readSummary(client, def, selection, viewer),
    );
    return {
      ...figures,
      ...(selection.period ?? { from: '', to: '' }),
      position,
      at: new Date(now).toISOString(),
      version: def.model.version,
      mayExport: may(viewer, def.exportNeed).ok,
      masked: maskedFor(def, viewer),
    };
  });

  savedViewRoutes(app, server, '/reports-views', (request) => {
    const { def, viewer } = reportFor(byName, request);
    return { screen: `report:${def.name}`, viewer };
  });
}
