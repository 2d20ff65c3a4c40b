import type { Labels, MasterPage, MasterRecord, MasterRow } from '#shared/families/master-wire.ts';
import type { MasterFilter } from '#shared/families/master-filter.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { api } from '#web/live/api.ts';
import type { ColumnArrangement } from '#web/parts/grid/control.ts';
import { GRID_BLOCK } from '#web/parts/grid/source.ts';
import type { GridPage, GridRow, GridSource } from '#web/parts/grid/source.ts';
import { route } from './declaration.ts';

/** A record as the list holds it, with the labels of its references. */
export interface ListRow extends GridRow {
  readonly id: string;
  readonly row: MasterRow;
  readonly labels: Labels;
}

export interface ListQuery {
  readonly q: string;
  readonly filter: MasterFilter;
  readonly cancelled: boolean;
}

/** Query parameters of every list endpoint. */
export function searchQuery(prompt: ListQuery): Record<string, string | undefined> {
  return {
    q: prompt.q || undefined,
    filter: Object.keys(prompt.filter).length > 0 ? JSON.stringify(prompt.filter) : undefined,
    cancelled: prompt.cancelled ? '1' : undefined,
  };
}

export function listRow(row: MasterRow, labels: Labels): ListRow {
  return { id: String(row.id), row, labels };
}

/** The server's name for a column of a list. */
export function sortName(def: MasterDef, key: string): string {
  return key === 'iStatus' && def.stages ? 'stage' : key;
}

export function sortText(
  def: MasterDef,
  sort: readonly { readonly key: string; readonly way: 'asc' | 'desc' }[],
): string | undefined {
  return sort.length === 0
    ? undefined
    : sort.map(({ key, way }) => `${way === 'desc' ? '-' : ''}${sortName(def, key)}`).join(',');
}

/** A server-paged list whose first page can be requested before the grid has loaded. */
export interface PagedRows extends GridSource<ListRow> {
  /**
   * Prefetches the first page sorted by these columns, unless the grid was quicker; returns how to
   * abort.
   */
  ahead(columns: readonly ColumnArrangement[]): () => void;
  outdate(): void;
}

/** A server-paged list with at most as many rows per page as the master allows. */
export function pagedRows(def: MasterDef, prompt: ListQuery, onPage: (page: MasterPage) => void): PagedRows {
  let begun = false;
  let first: { readonly of: string; readonly page: Promise<Rows> } | null = null;
  const read = async ({ start, end, sort, signal }: GridPage): Promise<Rows> => {
    const size = Math.min(end - start, def.pageSize);
    const rows: ListRow[] = [];
    let total = 0;
    for (let pageNo = Math.floor(start / size); pageNo * size < end; pageNo += 1) {
      const page = await api.get<MasterPage>(route('list', def.name), {
        query: { ...searchQuery(prompt), pageNo, records: size, sort: sortText(def, sort) },
        signal,
      });
      onPage(page);
      total = page.total;
      rows.push(...page.rows.map((row) => listRow(row, page.labels)));
      if (page.rows.length < size) break;
    }
    const skip = start - Math.floor(start / size) * size;
    return { rows: rows.slice(skip, skip + end - start), total };
  };
  const queryOf = ({ start, end, sort }: Omit<GridPage, 'signal'>): string =>
    JSON.stringify([start, end, sort]);
  return {
    ahead(columns) {
      if (begun) return () => {};
      begun = true;
      const stop = new AbortController();
      const page = { start: 0, end: GRID_BLOCK, sort: sortOf(columns) };
      const rows = read({ ...page, signal: stop.signal });
      const mine = { of: queryOf(page), page: rows };
      first = mine;
      const forget = (): void => {
        if (first === mine) first = null;
      };
      // The user of the page handles its failure; an unused one is requested again.
      rows.catch(forget);
      return () => {
        forget();
        stop.abort();
      };
    },
    outdate() {
      first = null;
    },
    getRows(page) {
      begun = true;
      const prompted = first;
      first = null;
      return prompted?.of === queryOf(page) ? prompted.page : read(page);
    },
  };
}

type Rows = Awaited<ReturnType<GridSource<ListRow>['getRows']>>;

function sortOf(columns: readonly ColumnArrangement[]): GridPage['sort'] {
  return columns
    .filter((column) => column.sort)
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))
    .map((column) => ({ key: column.id, way: column.sort! }));
}

export async function readRecord(
  name: string,
  id: string | number,
  options: { at?: string; signal?: AbortSignal } = {},
): Promise<MasterRecord> {
  return api.get<MasterRecord>(route('record', name, id), {
    query: { at: options.at },
    ...(options.signal ? { signal: options.signal } : {}),
  });
}
