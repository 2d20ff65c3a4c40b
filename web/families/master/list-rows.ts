import type { Labels, MasterFilter, MasterPage, MasterRecord, MasterRow } from '#shared/families/master-wire.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { api } from '#web/live/api.ts';
import type { ColumnArrangement } from '#web/parts/grid/control.ts';
import { GRID_BLOCK } from '#web/parts/grid/source.ts';
import type { GridPage, GridRow, GridSource } from '#web/parts/grid/source.ts';
import { door } from './declaration.ts';

/** A record as the list holds it: with what its references are called. */
export interface ListRow extends GridRow {
  readonly id: string;
  readonly row: MasterRow;
  readonly labels: Labels;
}

export interface ListAsk {
  readonly q: string;
  readonly filter: MasterFilter;
  readonly cancelled: boolean;
}

/** What every door of a list is asked with. */
export function askQuery(ask: ListAsk): Record<string, string | undefined> {
  return {
    q: ask.q || undefined,
    filter: Object.keys(ask.filter).length > 0 ? JSON.stringify(ask.filter) : undefined,
    cancelled: ask.cancelled ? '1' : undefined,
  };
}

export function listRow(row: MasterRow, labels: Labels): ListRow {
  return { id: String(row.id), row, labels };
}

/** The server's name for a column of a list. */
export function sortName(def: MasterDef, key: string): string {
  return key === 'iStatus' && def.stages ? 'stage' : key;
}

export function sortText(def: MasterDef, sort: readonly { readonly key: string; readonly way: 'asc' | 'desc' }[]): string | undefined {
  return sort.length === 0 ? undefined : sort.map(({ key, way }) => `${way === 'desc' ? '-' : ''}${sortName(def, key)}`).join(',');
}

/** A list that the server pages, whose first page can be asked for before there is a grid to show it. */
export interface PagedRows extends GridSource<ListRow> {
  /** Asks for the beginning in the order of these columns, unless the grid was quicker; answers how to give it up. */
  ahead(columns: readonly ColumnArrangement[]): () => void;
  outdate(): void;
}

/** A list that the server pages, never more rows at once than the master allows. */
export function pagedRows(def: MasterDef, ask: ListAsk, onPage: (page: MasterPage) => void): PagedRows {
  let begun = false;
  let first: { readonly of: string; readonly page: Promise<Rows> } | null = null;
  const read = async ({ start, end, sort, signal }: GridPage): Promise<Rows> => {
    const size = Math.min(end - start, def.pageSize);
    const rows: ListRow[] = [];
    let total = 0;
    for (let pageNo = Math.floor(start / size); pageNo * size < end; pageNo += 1) {
      const page = await api.get<MasterPage>(door('list', def.name), {
        query: { ...askQuery(ask), pageNo, records: size, sort: sortText(def, sort) },
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
  const askOf = ({ start, end, sort }: Omit<GridPage, 'signal'>): string => JSON.stringify([start, end, sort]);
  return {
    ahead(columns) {
      if (begun) return () => {};
      begun = true;
      const stop = new AbortController();
      const page = { start: 0, end: GRID_BLOCK, sort: sortOf(columns) };
      const rows = read({ ...page, signal: stop.signal });
      const mine = { of: askOf(page), page: rows };
      first = mine;
      const forget = (): void => {
        if (first === mine) first = null;
      };
      // Whoever took the page hears of its failure; one that nobody took is asked for again.
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
      const asked = first;
      first = null;
      return asked?.of === askOf(page) ? asked.page : read(page);
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

export async function readRecord(name: string, id: string | number, options: { at?: string; signal?: AbortSignal } = {}): Promise<MasterRecord> {
  return api.get<MasterRecord>(door('record', name, id), { query: { at: options.at }, ...(options.signal ? { signal: options.signal } : {}) });
}
