import { existsSync, readFileSync } from 'node:fs';
import type { Pool, PoolClient } from 'pg';
import type { Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { ReportColumn, ReportDef } from '#shared/families/report.ts';
import type { ReportRecord, ReportValue } from '#shared/families/report-measure.ts';
import { initials } from '#shared/families/report.ts';
import { reportLimits, type ReportGroup, type ReportPage, type ReportSummary } from '#shared/families/report-wire.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import { Values } from '../master/list-query.ts';
import { reportTable } from './model-view.ts';
import { afterSql, columnOf, keySql, maskedFor, measureSql, orderSql, selectSql, totalsSql, whereSql, type ReportAsk } from './report-query.ts';

/** A question that takes longer is stopped; the reader is asked to narrow it. */
const timeoutMs = 15_000;
const stopped = '57014';

/** The rows a report reads: its model's table, or what its `.sql` makes of it. */
export function sourceSql(def: ReportDef): string {
  const file = new URL(`../../special/reports/${def.name}.sql`, import.meta.url);
  return existsSync(file) ? `(${readFileSync(file, 'utf8')}) r` : `${reportTable(def.model)} r`;
}

/** Runs a question that a reader may give up: `gone` then ends it in the database. */
export async function asked<T>(
  pool: Pool,
  { gone, onError }: { readonly gone: AbortSignal; readonly onError: (error: unknown) => void },
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(
      pool,
      async (client) => {
        const pid = (await client.query<{ pid: number }>(`set local statement_timeout = ${timeoutMs}; select pg_backend_pid() as pid`)) as unknown as [
          unknown,
          { rows: { pid: number }[] },
        ];
        const stop = (): void => void pool.query('select pg_cancel_backend($1)', [pid[1].rows[0]?.pid]).catch(onError);
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

export async function readPage(client: PoolClient, def: ReportDef, ask: ReportAsk, viewer: Viewer, after: string | null, size: number): Promise<ReportPage> {
  const values = new Values();
  const by = columnOf(def, ask.sort.column);
  const where = [whereSql(def, ask, viewer, values), ...(after === null ? [] : [afterSql(by, ask.sort.way, readMark(after), values)])].join(' and ');
  const { rows } = await client.query<ReportRecord & { id: string }>(
    `select r.id, ${def.columns.map(selectSql).join(', ')} from ${sourceSql(def)} where ${where} order by ${orderSql(ask.sort)} limit ${size}`,
    values.list,
  );
  const last = rows.length < size ? undefined : rows[rows.length - 1];
  const mask = maskRow(maskedFor(def, viewer));
  return { rows: rows.map((row) => ({ ...mask(row), id: row.id })), next: last ? JSON.stringify([last[by.name] ?? null, last.id]) : null };
}

/** Names as initials, for columns this reader may not see whole. */
export function maskRow(masked: readonly string[]): (row: ReportRecord) => ReportRecord {
  if (masked.length === 0) return (row) => row;
  return (row) => ({ ...row, ...Object.fromEntries(masked.map((name) => [name, row[name] == null ? null : initials(String(row[name]))])) });
}

function readMark(after: string): readonly [string | number | null, string] {
  let mark: unknown;
  try {
    mark = JSON.parse(after);
  } catch {
    throw refuse('badFormat', 400, { label: 'after' }, 'after');
  }
  const [value, id] = Array.isArray(mark) ? (mark as unknown[]) : [];
  const known = value === null || typeof value === 'number' || typeof value === 'string';
  if (!known || typeof id !== 'string') throw refuse('badFormat', 400, { label: 'after' }, 'after');
  return [value, id];
}

type Figures = Pick<ReportSummary, 'total' | 'totals' | 'measures' | 'chart' | 'groups' | 'groupsCut'>;

/** Figures, chart and groups over all rows of the filter, all as of one instant. */
export async function readSummary(client: PoolClient, def: ReportDef, ask: ReportAsk, viewer: Viewer): Promise<Figures> {
  const values = new Values();
  const where = whereSql(def, ask, viewer, values);
  const figures = [...totalsSql(def), ...def.measures.map((measure) => measureSql(measure, values))];
  const { rows } = await client.query<Record<string, number | null>>(
    `select ${['count(*)::float8 as total', ...figures].join(', ')} from ${sourceSql(def)} where ${where}`,
    values.list,
  );
  const row = rows[0] ?? {};
  const { by, split } = def.chart;
  const chart = await readGroups(client, def, ask, viewer, [by, ...(split === undefined ? [] : [split])], reportLimits.chart);
  const groups = ask.group === null ? [] : await readGroups(client, def, ask, viewer, [ask.group], reportLimits.groups + 1);
  return {
    total: row['total'] ?? 0,
    totals: startingWith(row, 'total.'),
    measures: startingWith(row, 'measure.'),
    chart,
    groups: groups.slice(0, reportLimits.groups),
    groupsCut: groups.length > reportLimits.groups,
  };
}

async function readGroups(client: PoolClient, def: ReportDef, ask: ReportAsk, viewer: Viewer, names: readonly string[], most: number): Promise<ReportGroup[]> {
  const values = new Values();
  const where = whereSql(def, ask, viewer, values);
  const columns: readonly ReportColumn[] = names.map((name) => columnOf(def, name));
  const keys = columns.map((column, i) => `${keySql(column)} as "key.${i}"`);
  const places = columns.map((_column, i) => i + 1).join(', ');
  const { rows } = await client.query<Record<string, ReportValue>>(
    `select ${[...keys, 'count(*)::float8 as rows', ...totalsSql(def)].join(', ')} from ${sourceSql(def)} where ${where} group by ${places} order by ${names.length > 1 ? places : `rows desc, 1`} limit ${most}`,
    values.list,
  );
  return rows.map((row) => ({
    keys: columns.map((_column, i) => row[`key.${i}`] ?? null),
    rows: Number(row['rows']),
    totals: startingWith(row as Record<string, number | null>, 'total.'),
  }));
}

function startingWith(row: Readonly<Record<string, number | null>>, prefix: string): Record<string, number | null> {
  return Object.fromEntries(Object.entries(row).flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])));
}
