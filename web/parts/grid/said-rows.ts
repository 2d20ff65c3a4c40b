import type { FeedRows, Left, Row } from '#web/live/rows.ts';
import type { GridBatch, GridRow, GridRows } from './source.ts';

/** A feed's rows for the grid, with translated reasons for leaving. */
export class DescribedRows<R extends GridRow> implements GridRows<R> {
  #rows: FeedRows<R & Row>;
  #t: (left: Left) => string;

  constructor(rows: FeedRows<R & Row>, t: (left: Left) => string) {
    this.#rows = rows;
    this.#t = t;
  }

  all(): Iterable<R> {
    return this.#rows.all();
  }

  onBatch(listener: (batch: GridBatch<R>) => void): () => void {
    return this.#rows.onBatch((batch) =>
      listener({
        ...batch,
        why:
          batch.left.size === 0
            ? batch.why
            : new Map([...batch.left].map(([id, left]) => [id, this.#t(left)])),
      }),
    );
  }
}
