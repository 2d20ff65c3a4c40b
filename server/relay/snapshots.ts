import { limits } from '#shared/core/limits.ts';
import type { FeedPage } from '#shared/wire.ts';
import type { Channel } from './channel.ts';
import { ReadyEvent } from './ready.ts';

type Row = Readonly<Record<string, unknown>>;

/** The rows of a long channel at one position, in the feed's rank, cut into pages. */
export interface Snapshot {
  readonly at: number;
  readonly of: number;
  readonly total: number;
  rows(page: number): readonly Row[];
  /** Encoded once for all who get it. */
  page(page: number): ReadyEvent;
  /**
   * The page with the row that follows the first of these which has not changed since `from`, `of` after the
   * last row; 0 when all have changed.
   */
  after(ids: readonly string[], from: number): number;
}

export interface Snapshots {
  /** At `notBefore` or later; null when the rows are few enough to come at once. */
  of(channel: Channel, notBefore?: number): Snapshot | null;
}

/** Newcomers share a snapshot this long, ms, and for as long as a page holds what has changed since. */
const sharedMs = 500;
const sampled = 64;

export function openSnapshots(): Snapshots {
  const kept = new WeakMap<
    Channel,
    { readonly snapshot: Snapshot; readonly made: number; readonly per: number }
  >();
  const encoded = new Map<string, ReadyEvent>();
  let made = 0;

  /** Encoded pages, the least recently used first. */
  const keep = (key: string, make: () => ReadyEvent): ReadyEvent => {
    const event = encoded.get(key) ?? make();
    encoded.delete(key);
    encoded.set(key, event);
    if (encoded.size > limits.pagesKept)
      for (const oldest of encoded.keys()) {
        encoded.delete(oldest);
        break;
      }
    return event;
  };

  const take = (channel: Channel, per: number): Snapshot => {
    const rows = channel.ranked();
    const no = (made += 1);
    const at = channel.seq();
    const cut = (page: number): readonly Row[] => rows.slice(page * per, (page + 1) * per);
    return {
      at,
      of: Math.ceil(rows.length / per),
      total: rows.length,
      rows: cut,
      page: (page) =>
        keep(`${no} ${page}`, () => {
          const { feed, epoch } = channel;
          return new ReadyEvent('feed:page', {
            feed: feed.name,
            epoch,
            at,
            page,
            rows: cut(page),
          } satisfies FeedPage);
        }),
      after(ids, from) {
        const id = ids.find((one) => channel.unchanged(one, from));
        if (id === undefined) return 0;
        const here = rows.findIndex((row) => row['id'] === id) + 1;
        return here === rows.length ? Math.ceil(here / per) : Math.floor(here / per);
      },
    };
  };

  return {
    of(channel, notBefore = 0) {
      const have = kept.get(channel);
      if (have && have.snapshot.at >= notBefore) {
        const since = channel.since(have.snapshot.at);
        if (since && (since.length <= have.per || performance.now() - have.made < sharedMs))
          return have.snapshot;
      }
      const rowBytes =
        JSON.stringify(channel.some(sampled)).length / Math.max(1, Math.min(sampled, channel.size()));
      const per = Math.max(1, Math.floor(limits.pageBytes / rowBytes));
      if (channel.size() <= 2 * per) return null;
      const snapshot = take(channel, per);
      kept.set(channel, { snapshot, made: performance.now(), per });
      return snapshot;
    },
  };
}
