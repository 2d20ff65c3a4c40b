import type { GridBatch, GridRow } from './source.ts';

/** Why a row left, and when (ms). */
export interface Gone {
  readonly at: number;
  readonly why: string | null;
}

export interface Applied<R> {
  readonly add: readonly R[];
  readonly update: readonly R[];
}

/** How long a row that left stays greyed, with its reason. */
export const GONE_MS = 5_000;

/**
 * Decides what a live list may show while somebody is using it: values change in place, new rows wait, rows
 * that left are greyed and keep their place. Pure; the grid applies the result.
 */
export class FrozenRows<R extends GridRow> {
  #shown = new Set<string>();
  #waiting = new Map<string, R>();
  #gone = new Map<string, Gone>();

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Rows in the grid, including greyed ones. */
  get size(): number {
    return this.#shown.size;
  }

  get gone(): number {
    return this.#gone.size;
  }

  goneOf(id: string): Gone | undefined {
    return this.#gone.get(id);
  }

  /** Whether anything waits for `settle`. */
  get pending(): boolean {
    return this.#waiting.size > 0 || this.#gone.size > 0;
  }

  /** Starts over with these rows. */
  start(ids: Iterable<string>): void {
    this.#shown = new Set(ids);
    this.#waiting.clear();
    this.#gone.clear();
  }

  /** Splits a batch into what may be applied at once and what waits. */
  take(batch: GridBatch<R>, engaged: boolean, now: number): Applied<R> {
    const add: R[] = [];
    const update: R[] = [];
    const frozen = engaged && this.#shown.size > 0;
    for (const row of [...batch.add, ...batch.update]) {
      if (this.#shown.has(row.id)) {
        this.#gone.delete(row.id);
        update.push(row);
      } else if (frozen && !batch.paged?.has(row.id)) this.#waiting.set(row.id, row);
      else {
        this.#shown.add(row.id);
        this.#waiting.delete(row.id);
        add.push(row);
      }
    }
    for (const row of batch.remove) {
      if (this.#waiting.delete(row.id) || !this.#shown.has(row.id)) continue;
      this.#gone.set(row.id, { at: now, why: batch.why.get(row.id) ?? null });
      update.push(row);
    }
    return { add, update };
  }

  /** Adds and removes everything that waits; `after` keeps rows that left less than that long ago. */
  settle(now: number, after = 0): { readonly add: readonly R[]; readonly remove: readonly string[] } {
    const add = [...this.#waiting.values()];
    const remove = [...this.#gone].filter(([, gone]) => now - gone.at >= after).map(([id]) => id);
    for (const row of add) this.#shown.add(row.id);
    for (const id of remove) {
      this.#shown.delete(id);
      this.#gone.delete(id);
    }
    this.#waiting.clear();
    return { add, remove };
  }

  /** Removes one greyed row; false when it is none. */
  drop(id: string): boolean {
    return this.#gone.delete(id) && this.#shown.delete(id);
  }

  /** ms until the oldest greyed row may be removed; null when there is none. */
  nextGone(now: number): number | null {
    let soonest: number | null = null;
    for (const { at } of this.#gone.values()) {
      const left = Math.max(0, at + GONE_MS - now);
      if (soonest === null || left < soonest) soonest = left;
    }
    return soonest;
  }
}
