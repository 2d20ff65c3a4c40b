import type { Change, FeedPages } from '#shared/wire.ts';
import { limits } from '#shared/core/limits.ts';

/**
 * The missing pages of a snapshot, and what deltas have said of its rows since: that holds against the pages,
 * which are older.
 */
export class Missing<R extends { readonly id: string }> {
  readonly at: number;
  readonly of: number;
  readonly total: number;
  next: number;
  /** Fields that deltas set on a row, by id; null where a delta put or removed the whole row. */
  #changed = new Map<string, Readonly<Record<string, unknown>> | null>();
  /** The last rows of the latest page, the last first. */
  #last: readonly string[];

  /** `before`: the pages that were missing when the connection was lost. */
  constructor({ at, next, of, total }: FeedPages, before: Missing<R> | null) {
    this.at = at;
    this.next = next;
    this.of = of;
    this.total = total;
    this.#last = before ? before.#last : [];
  }

  request(): { readonly seq: number; readonly after: readonly string[] } {
    return { seq: this.at, after: this.#last };
  }

  changed(change: Change): void {
    const { id } = change;
    // It may have moved: it no longer says how far the pages reach.
    if (this.#last.includes(id)) this.#last = this.#last.filter((one) => one !== id);
    if (change.op !== 'patch') this.#changed.set(id, null);
    else if (this.#changed.get(id) !== null)
      this.#changed.set(id, { ...this.#changed.get(id), ...change.set });
  }

  /** The rows of the next page as they are now, without those that a delta put or removed. */
  take(rows: readonly R[]): readonly R[] {
    this.next += 1;
    this.ends(rows);
    return rows.flatMap((row) => {
      const changed = this.#changed.get(row.id);
      if (changed === null) return [];
      return [changed ? { ...row, ...changed } : row];
    });
  }

  /** Remembers where the pages here end. */
  ends(rows: readonly R[]): void {
    this.#last = rows
      .slice(-limits.idsAfter)
      .map(({ id }) => id)
      .reverse();
  }
}
