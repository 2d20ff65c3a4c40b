/** Rows that a grid requests at once from a server-paged source. */
export const GRID_BLOCK = 100;

export interface GridRow {
  readonly id: string;
}

export interface GridBatch<R> {
  readonly add: readonly R[];
  readonly update: readonly R[];
  readonly remove: readonly R[];
  readonly why: ReadonlyMap<string, string>;
  /** Added rows that were there before and only now arrive: they need not wait. */
  readonly paged?: ReadonlySet<string>;
  /** All earlier rows must be removed at once, without greying, because rights changed. */
  readonly cleared?: boolean;
}

/** Live rows; a feed's rows implement this. */
export interface GridRows<R extends GridRow> {
  all(): Iterable<R>;
  onBatch(listener: (batch: GridBatch<R>) => void): () => void;
}

export interface GridSort {
  readonly key: string;
  readonly way: 'asc' | 'desc';
}
export interface GridPage {
  readonly start: number;
  readonly end: number;
  readonly sort: readonly GridSort[];
  readonly signal: AbortSignal;
}

/** Server-paged rows. Pass a new object when filters change; the grid then loads from the start. */
export interface GridSource<R extends GridRow> {
  getRows(page: GridPage): Promise<{ readonly rows: readonly R[]; readonly total: number }>;
  /** For a source that prefetches: its prefetched rows are no longer valid. */
  outdate?(): void;
}

/** A plain list as rows; `set` with the next list notifies about changed rows. */
export class ListRows<R extends GridRow> implements GridRows<R> {
  #rows = new Map<string, R>();
  #listeners = new Set<(batch: GridBatch<R>) => void>();

  constructor(rows: readonly R[] = []) {
    for (const row of rows) this.#rows.set(row.id, row);
  }

  all(): Iterable<R> {
    return this.#rows.values();
  }

  onBatch(listener: (batch: GridBatch<R>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `paged`: what is new in the list was there before and only now arrives. */
  set(rows: readonly R[], why: ReadonlyMap<string, string> = new Map(), paged = false): void {
    const before = this.#rows;
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    const add = rows.filter((row) => !before.has(row.id));
    const update = rows.filter((row) => before.has(row.id) && before.get(row.id) !== row);
    const remove = [...before.values()].filter((row) => !this.#rows.has(row.id));
    if (add.length + update.length + remove.length === 0) return;
    const arrived = paged ? { paged: new Set(add.map(({ id }) => id)) } : {};
    for (const listener of this.#listeners) listener({ add, update, remove, why, ...arrived });
  }
}
