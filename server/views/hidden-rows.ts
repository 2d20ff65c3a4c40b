import type { Pool } from 'pg';
import type { FeedDef } from '#shared/core/view.ts';
import type { Log } from '../core/parts.ts';
import { feedConsumer, mostAside, reasonOf, type Asides } from '../store/set-aside.ts';
import type { OpenViews } from './engine.ts';

export interface HiddenRows {
  /** A row of a feed was found that cannot be shown, without the event that made it so. */
  put(feed: FeedDef, id: string, error: unknown): void;
  /** Resolves when all found so far are recorded. */
  idle(): Promise<void>;
}

/**
 * Sets aside the events that last changed rows which a feed cannot show since before it was opened. A feed that can hardly show any row is
 * at fault itself: the first are recorded, and the rest are only reported.
 */
export function openHiddenRows(parts: {
  readonly pool: Pool;
  readonly log: Pick<Log, 'readAfter'>;
  readonly views: Pick<OpenViews, 'epoch' | 'save'>;
  readonly asidesOf: (feed: string) => Asides;
  readonly onError: (error: unknown) => void;
}): HiddenRows {
  const { pool, log, views, asidesOf, onError } = parts;
  const found = new Map<FeedDef, Map<string, unknown>>();
  let noting: Promise<void> = Promise.resolve();

  const note = async (feed: FeedDef, hidden: ReadonlyMap<string, unknown>): Promise<void> => {
    const { view } = feed;
    // Rows are stored a moment after they change.
    await views.save();
    const { rows } = await pool.query<{ id: string; position: string }>(
      'select id, position from view_rows where view = $1 and epoch = $2 and id = any($3)',
      [view.name, views.epoch(view.name), [...hidden.keys()].slice(0, mostAside)],
    );
    const changedAt = new Map(rows.map(({ id, position }) => [id, Number(position)]));
    for (const [id, error] of hidden) {
      const position = changedAt.get(id);
      const [event] = position === undefined ? [] : await log.readAfter(position - 1, 1);
      if (event && event.position === position) asidesOf(feed.name).put(event, error);
      else
        onError(
          new Error(`${feedConsumer(feed.name)}: row ${id} is hidden: ${reasonOf(error)}`, { cause: error }),
        );
    }
  };
  const noteFound = async (): Promise<void> => {
    const all = [...found];
    found.clear();
    for (const [feed, hidden] of all) await note(feed, hidden);
  };

  return {
    put(feed, id, error) {
      if (found.size === 0) noting = noting.then(noteFound).catch(onError);
      const hidden = found.get(feed) ?? new Map<string, unknown>();
      found.set(feed, hidden.set(id, error));
    },
    idle: () => noting,
  };
}
