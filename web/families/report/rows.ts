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

/**
 * Rows by keyset: a page begins where the previous one ended, so a jump reads the pages between. `total`
 * comes with the figures of the same filter. The rows end at the limit of a screen.
 */
export function reportRows(
  def: ReportDef,
  query: Query,
  total: () => Promise<number>,
): GridSource<ReportRow> {
  let sorted: string | undefined;
  let starts = new Map<number, string | null>([[0, null]]);
  const page = async (start: number, signal: AbortSignal): Promise<readonly ReportRow[]> => {
    const read = await api.get<ReportPage>(route('rows', def.name), {
      query: {
        ...rowQuery(query),
        sort: sorted,
        records: reportLimits.page,
        after: starts.get(start) ?? undefined,
      },
      signal,
    });
    if (read.next !== null) starts.set(start + reportLimits.page, read.next);
    return read.rows;
  };
  return {
    async getRows({ start, end, sort, signal }: GridPage) {
      const wanted = sortText(sort);
      if (wanted !== sorted) {
        sorted = wanted;
        starts = new Map([[0, null]]);
      }
      const rows: ReportRow[] = [];
      const known = [...starts.keys()].filter((one) => one <= start).reduce((a, b) => Math.max(a, b), 0);
      for (let at = known; at < end; at += reportLimits.page) {
        const read = await page(at, signal);
        if (at + reportLimits.page > start) rows.push(...read);
        if (read.length < reportLimits.page) break;
      }
      return { rows: rows.slice(0, end - start), total: Math.min(await total(), reportLimits.screen) };
    },
  };
}
