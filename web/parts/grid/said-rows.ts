import type { FeedRows, Left, Row } from '#web/live/rows.ts';
import type { GridBatch, GridRow, GridRows } from './source.ts';

/** A feed's rows for the grid, the cause of leaving said in words. */
export class SaidRows<R extends GridRow> implements GridRows<R> {
  #rows: FeedRows<R & Row>;
  #say: (left: Left) => string;

  constructor(rows: FeedRows<R & Row>, say: (left: Left) => string) {
    this.#rows = rows;
    this.#say = say;
  }

  all(): Iterable<R> {
    return this.#rows.all();
  }

  onBatch(listener: (batch: GridBatch<R>) => void): () => void {
    return this.#rows.onBatch((batch) =>
      listener({ ...batch, why: batch.left.size === 0 ? batch.why : new Map([...batch.left].map(([id, left]) => [id, this.#say(left)])) }),
    );
  }
}
