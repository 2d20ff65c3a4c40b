import type { QueueRow } from '#shared/families/queue-row.ts';
import type { FeedRows, Left } from '#web/live/rows.ts';
import type { GridBatch, GridRows } from '#web/parts/grid/source.ts';

export type LiveQueueRow = QueueRow & Readonly<Record<string, unknown>>;

/** The feed's rows for the grid, with translated reasons for leaving. */
export class DescribedRows implements GridRows<QueueRow> {
  #rows: FeedRows<LiveQueueRow>;
  #t: (left: Left) => string;

  constructor(rows: FeedRows<LiveQueueRow>, t: (left: Left) => string) {
    this.#rows = rows;
    this.#t = t;
  }

  all(): Iterable<QueueRow> {
    return this.#rows.all();
  }

  onBatch(listener: (batch: GridBatch<QueueRow>) => void): () => void {
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
