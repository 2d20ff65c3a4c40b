import type { ReportDef } from '#shared/families/report.ts';
import { reportLimits, type ReportPage } from '#shared/families/report-wire.ts';
import { api } from '#web/live/api.ts';
import type { Query } from '#web/live/api.ts';
import type { GridPage, GridSort, GridSource } from '#web/parts/grid/source.ts';
import type { ReportRow } from './cells.ts';
import { route } from './declaration.ts';

/** `-createdAt,city`: each further column orders the rows that are equal in those before. */
export function sortText(sort: readonly GridSort[]): string | undefined {
  if (sort.length === 0) return undefined;
  return sort
    .slice(0, reportLimits.sorts)
    .map(({ key, way }) => `${way === 'desc' ? '-' : ''}${key}`)
    .join(',');
}

/** The part of a report's query that decides its rows; groups and comparisons belong to its figures only. */
export function rowQuery({ group: _group, compare: _compare, ...filters }: Query): Query {
  return filters;
}

/** The rows of a report's list, which can be read again where they are on the screen. */
export interface ReportRows extends GridSource<ReportRow> {
  outdate(): void;
  /** Rows of the filter when a page was read last; null before. */
  counted(): number | null;
  /**
   * Reads the pages of the list that were shown last, from the rows they began with: rows that others added
   * above do not move them. Resolves with the rows as they are now and those that are not among them any more.
   */
  again(signal: AbortSignal): Promise<{ readonly rows: readonly ReportRow[]; readonly gone: number }>;
}

/** Pages that a screen can show at once. */
const inSight = 2;

/**
 * Rows by keyset: a page begins where the previous one ended, so a jump reads the pages between. `total`
 * comes with the figures of the same filter. The rows end at the limit of a screen.
 */
export function reportRows(def: ReportDef, query: Query, total: () => Promise<number>): ReportRows {
  let sorted: string | undefined;
  let starts = new Map<number, string | null>([[0, null]]);
  /** The pages as they were shown, the latest last. */
  const shown = new Map<number, readonly ReportRow[]>();
  let counted: number | null = null;
  const read = (after: string | null | undefined, signal: AbortSignal): Promise<ReportPage> =>
    api.get<ReportPage>(route('rows', def.name), {
      query: {
        ...rowQuery(query),
        sort: sorted,
        records: reportLimits.page,
        after: after ?? undefined,
      },
      signal,
    });
  const page = async (start: number, signal: AbortSignal): Promise<readonly ReportRow[]> => {
    const { rows, next } = await read(starts.get(start), signal);
    if (next !== null) starts.set(start + reportLimits.page, next);
    shown.delete(start);
    shown.set(start, rows);
    return rows;
  };
  const forget = (): void => {
    starts = new Map([[0, null]]);
    shown.clear();
  };
  return {
    async getRows({ start, end, sort, signal }: GridPage) {
      const wanted = sortText(sort);
      if (wanted !== sorted) {
        sorted = wanted;
        forget();
      }
      const rows: ReportRow[] = [];
      const known = [...starts.keys()].filter((one) => one <= start).reduce((a, b) => Math.max(a, b), 0);
      for (let at = known; at < end; at += reportLimits.page) {
        const some = await page(at, signal);
        if (at + reportLimits.page > start) rows.push(...some);
        if (some.length < reportLimits.page) break;
      }
      counted = await total();
      return { rows: rows.slice(0, end - start), total: Math.min(counted, reportLimits.screen) };
    },
    outdate: forget,
    counted: () => counted,
    async again(signal) {
      const now: ReportRow[] = [];
      let gone = 0;
      for (const [start, before] of [...shown].slice(-inSight)) {
        const { rows } = await read(starts.get(start), signal);
        const ids = new Set(rows.map(({ id }) => id));
        gone += before.filter(({ id }) => !ids.has(id)).length;
        now.push(...rows);
      }
      return { rows: now, gone };
    },
  };
}
