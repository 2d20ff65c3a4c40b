import { existsSync, readFileSync } from 'node:fs';
import type { Pool, PoolClient } from 'pg';
import { businessDay } from '#shared/core/day.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { ReportColumn, ReportDef } from '#shared/families/report.ts';
import {
  measureOf,
  measureSpans,
  type ReportRecord,
  type ReportValue,
} from '#shared/families/report-measure.ts';
import { periodBefore } from '#shared/families/report-period.ts';
import { initials } from '#shared/families/report.ts';
import {
  reportLimits,
  type ReportFigures,
  type ReportGroup,
  type ReportPage,
  type ReportSummary,
} from '#shared/families/report-wire.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import { Values } from '../master/list-query.ts';
import { reportTable } from './model-view.ts';
import {
  afterSql,
  columnOf,
  keySql,
  maskedFor,
  measureSql,
  sortSql,
  selectSql,
  totalsSql,
  whereSql,
  type ReportQuery,
} from './report-query.ts';

/** A query that takes longer is cancelled; its error asks the reader to narrow it. */
const timeoutMs = 15_000;
const stopped = '57014';

/** A report's own `.sql`, else its model's for reports that show what that joins in. */
function sqlFile({ name, model, columns }: ReportDef): URL | undefined {
  const names = model.kept || columns.some(({ joined }) => joined) ? [name, model.name] : [name];
  return names
    .map((one) => new URL(`../../special/reports/${one}.sql`, import.meta.url))
    .find((file) => existsSync(file));
}

/**
 * The rows a report reads: its model's table, or the result of its `.sql`, in which `:now` is the instant of
 * the query and `:today` its business day, and the report's own values are arrays.
 */
export function sourceSql(def: ReportDef, now: number): string {
  const file = sqlFile(def);
  if (!file) return `${reportTable(def.model)} r`;
  const values: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      Object.entries(def.values ?? {}).map(([name, list]) => [name, `'{${list.join(',')}}'::int[]`]),
    ),
    now: `'${new Date(now).toISOString()}'::timestamptz`,
    today: `'${businessDay(now)}'::date`,
  };
  const text = readFileSync(file, 'utf8').replaceAll(
    /(?<!:):([a-z]+)\b/g,
    (found, name: string) => values[name] ?? found,
  );
  return `(${text}) r`;
}

/** Runs a query that `gone` cancels in the database. */
export async function requested<T>(
  pool: Pool,
  { gone, onError }: { readonly gone: AbortSignal; readonly onError: (error: unknown) => void },
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(
      pool,
      async (client) => {
        const pid = (await client.query<{ pid: number }>(
          `set local statement_timeout = ${timeoutMs}; select pg_backend_pid() as pid`,
        )) as unknown as [unknown, { rows: { pid: number }[] }];
        const stop = (): void =>
          void pool.query('select pg_cancel_backend($1)', [pid[1].rows[0]?.pid]).catch(onError);
        gone.addEventListener('abort', stop, { once: true });
        try {
          return await work(client);
        } finally {
          gone.removeEventListener('abort', stop);
        }
      },
      { oneInstant: true, takeBack: true },
    );
  } catch (error) {
    if ((error as { code?: string }).code === stopped) throw refuse('reportTooLong', 422);
    throw error;
  }
}

export async function readPage(
  client: PoolClient,
  def: ReportDef,
  query: ReportQuery,
  viewer: Viewer,
  after: string | null,
  size: number,
): Promise<ReportPage> {
  const values = new Values();
  const where = [
    whereSql(def, query, viewer, values),
    ...(after === null ? [] : [afterSql(def, query.sort, readMark(after, query.sort.length), values)]),
  ].join(' and ');
  const { rows } = await client.query<ReportRecord & { id: string }>(
    `select r.id, ${def.columns.map(selectSql).join(', ')} from ${sourceSql(def, query.now)} where ${where} order by ${sortSql(def, query.sort)} limit ${size}`,
    values.list,
  );
  const last = rows.length < size ? undefined : rows[rows.length - 1];
  const mask = maskRow(maskedFor(def, viewer));
  return {
    rows: rows.map((row) => ({ ...mask(row), id: row.id })),
    next: last ? JSON.stringify([...query.sort.map(({ column }) => last[column] ?? null), last.id]) : null,
  };
}

/** Names as initials, for columns this reader may not see whole. */
export function maskRow(masked: readonly string[]): (row: ReportRecord) => ReportRecord {
  if (masked.length === 0) return (row) => row;
  return (row) => ({
    ...row,
    ...Object.fromEntries(
      masked.map((name) => [name, row[name] == null ? null : initials(String(row[name]))]),
    ),
  });
}

/** Where a page begins: the last row's value in each sorted column, and its id. */
function readMark(after: string, sorts: number): readonly [readonly ReportValue[], string] {
  let mark: unknown;
  try {
    mark = JSON.parse(after);
  } catch {
    throw refuse('badFormat', 400, { label: 'after' }, 'after');
  }
  const given = Array.isArray(mark) ? (mark as unknown[]) : [];
  const marks = given.slice(0, -1);
  const id = given.at(-1);
  const known = marks.every(
    (value): value is ReportValue => value === null || typeof value === 'number' || typeof value === 'string',
  );
  if (!known || marks.length !== sorts || typeof id !== 'string' || id.includes('\0'))
    throw refuse('badFormat', 400, { label: 'after' }, 'after');
  return [marks, id];
}

type Figures = ReportFigures & Pick<ReportSummary, 'before' | 'chart' | 'groups' | 'groupsCut'>;

/** Figures, chart and groups over all rows of the filter, all as of one instant. */
export async function readSummary(
  client: PoolClient,
  def: ReportDef,
  query: ReportQuery,
  viewer: Viewer,
): Promise<Figures> {
  const figures = await readFigures(client, def, query, viewer);
  const before = query.compare && query.period ? periodBefore(query.period) : null;
  const { by, split } = def.chart;
  const chart = await readGroups(
    client,
    def,
    query,
    viewer,
    [by, ...(split === undefined ? [] : [split])],
    reportLimits.chart,
    totalsSql(def),
  );
  const groups =
    query.group === null
      ? []
      : await readGroups(client, def, query, viewer, [query.group], reportLimits.groups + 1, null);
  const inSpan = query.group === null ? null : await readSpans(client, def, query, viewer, query.group);
  return {
    ...figures,
    before: before && {
      ...before,
      ...(await readFigures(client, def, { ...query, period: before }, viewer)),
    },
    chart,
    groups: groups.slice(0, reportLimits.groups).map((group) => ({
      ...group,
      measures: { ...group.measures, ...inSpan?.(String(group.keys[0] ?? '')) },
    })),
    groupsCut: groups.length > reportLimits.groups,
  };
}

export async function readFigures(
  client: PoolClient,
  def: ReportDef,
  query: ReportQuery,
  viewer: Viewer,
): Promise<ReportFigures> {
  const values = new Values();
  const where = whereSql(def, query, viewer, values);
  const figures = figuresSql(def, values);
  const { rows } = await client.query<Record<string, number | null>>(
    `select ${['count(*)::float8 as total', ...figures].join(', ')} from ${sourceSql(def, query.now)} where ${where}`,
    values.list,
  );
  const row = rows[0] ?? {};
  const spans = await readSpans(client, def, query, viewer, null);
  return {
    total: row['total'] ?? 0,
    totals: startingWith(row, 'total.'),
    measures: { ...startingWith(row, 'measure.'), ...spans('') },
  };
}

const figuresSql = (def: ReportDef, values: Values): string[] => [
  ...totalsSql(def),
  ...def.measures.filter(({ span }) => !span).map((measure) => measureSql(measure, values)),
];

type Measured = Readonly<Record<string, number | null>>;
/** Measures over the rows before the period or up to its end, by the value of a group or over all rows (''). */
async function readSpans(
  client: PoolClient,
  def: ReportDef,
  query: ReportQuery,
  viewer: Viewer,
  group: string | null,
): Promise<(key: string) => Measured> {
  const found = new Map<string, Record<string, number | null>>();
  for (const span of measureSpans) {
    const measures = def.measures.filter((one) => one.span === span);
    if (measures.length === 0) continue;
    const values = new Values();
    const where = whereSql(def, { ...query, span }, viewer, values);
    const key = group === null ? "''" : `coalesce(${keySql(columnOf(def, group))}, '')`;
    const { rows } = await client.query<Record<string, number | null> & { key: string }>(
      `select ${[`${key} as key`, ...measures.map((one) => measureSql(one, values))].join(', ')} from ${sourceSql(def, query.now)} where ${where} group by 1`,
      values.list,
    );
    for (const { key: name, ...row } of rows)
      found.set(name, { ...found.get(name), ...startingWith(row, 'measure.') });
  }
  const none = Object.fromEntries(
    def.measures.filter(({ span }) => span).map((one) => [one.name, measureOf(one, [])]),
  );
  return (key) => ({ ...none, ...found.get(key) });
}

async function readGroups(
  client: PoolClient,
  def: ReportDef,
  query: ReportQuery,
  viewer: Viewer,
  names: readonly string[],
  most: number,
  given: readonly string[] | null,
): Promise<ReportGroup[]> {
  const values = new Values();
  const where = whereSql(def, query, viewer, values);
  const columns: readonly ReportColumn[] = names.map((name) => columnOf(def, name));
  const keys = columns.map((column, i) => `${keySql(column)} as "key.${i}"`);
  const figures = given ?? figuresSql(def, values);
  const places = columns.map((_column, i) => i + 1).join(', ');
  const { rows } = await client.query<Record<string, ReportValue>>(
    `select ${[...keys, 'count(*)::float8 as rows', ...figures].join(', ')} from ${sourceSql(def, query.now)} where ${where} group by ${places} order by ${names.length > 1 ? places : `rows desc, 1`} limit ${most}`,
    values.list,
  );
  return rows.map((row) => ({
    keys: columns.map((_column, i) => row[`key.${i}`] ?? null),
    rows: Number(row['rows']),
    totals: startingWith(row as Record<string, number | null>, 'total.'),
    measures: startingWith(row as Record<string, number | null>, 'measure.'),
  }));
}

function startingWith(
  row: Readonly<Record<string, number | null>>,
  prefix: string,
): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}
