import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Presence, StoreState } from '#shared/wire.ts';
import type { Feed, FeedStatus, Presences } from './feeds.ts';
import type { Arriving, FeedRows, Row } from './rows.ts';
import { feeds, serverStore, onNotice, socketUp } from './socket.ts';

export interface UsedFeed<R extends Row> extends FeedStatus {
  readonly name: string;
  readonly rows: FeedRows<R>;
  /** Freshness to show; a server whose store is unavailable sends nothing new over an intact connection. */
  readonly freshness: {
    readonly condition: FeedStatus['condition'] | 'away';
    readonly since: number;
    readonly sources: FeedStatus['sources'];
  };
  /** Retries at once instead of after the backoff. */
  retry(): void;
}

/** Opens a feed while the component is mounted; components with the same name share it. */
export function useFeed<R extends Row = Row>(name: string): UsedFeed<R> {
  const feed: Feed = feeds.use(name);
  useEffect(() => feeds.keep(name), [name, feed]);
  const status = useSyncExternalStore(feed.onStatus, feed.status);
  const { awaySince } = useStoreState();
  return useMemo(() => {
    const { condition, since, sources } = status;
    const freshness =
      condition === 'live' && awaySince !== null
        ? ({ condition: 'away', since: awaySince, sources } as const)
        : { condition, since, sources };
    return {
      ...status,
      name,
      freshness,
      rows: feed.rows as unknown as FeedRows<R>,
      retry: () => feed.actor.send({ type: 'RETRY' }),
    };
  }, [feed, name, status, awaySince]);
}

/**
 * All rows of a feed as an array, new only on change; for lists of a few hundred rows (grids take `rows`
 * itself).
 */
export function useFeedRows<R extends Row>(rows: FeedRows<R>): readonly R[] {
  const version = useSyncExternalStore(rows.subscribe, () => rows.version);
  // oxlint-disable-next-line react/exhaustive-deps -- the version stands for the content of the map
  return useMemo(() => [...rows.all()], [rows, version]);
}

/** Whether all rows of a feed are here, and else how far they have arrived. */
export function useArriving<R extends Row>(
  rows: FeedRows<R>,
): { readonly complete: boolean; readonly arriving: Arriving | null } {
  useSyncExternalStore(rows.subscribe, () => rows.version);
  return { complete: rows.complete, arriving: rows.arriving() };
}

/** One row of a feed; renders only when that row changes. */
export function useFeedRow<R extends Row>(rows: FeedRows<R>, id: string | null): R | undefined {
  return useSyncExternalStore(rows.subscribe, () => (id === null ? undefined : rows.get(id)));
}

/** Who else views or edits which row of the feed. */
export function usePresences(name: string): Presences {
  const feed = feeds.use(name);
  return useSyncExternalStore(feed.onPresence, feed.presences);
}

/** Shows others that this person views a row, or has unsaved work on it, while mounted. */
export function usePresence(
  feed: string,
  id: string | null,
  state: Exclude<Presence['state'], 'gone'> = 'viewing',
): void {
  useEffect(() => {
    if (id === null) return undefined;
    const t = (): void => feeds.t({ feed, id, state });
    t();
    const off = onNotice((notice) => notice.kind === 'up' && t());
    return () => {
      off();
      feeds.t({ feed, id, state: 'gone' });
    };
  }, [feed, id, state]);
}

/** Whether the server is connected. */
export function useOnline(): boolean {
  return useSyncExternalStore(onNotice as (listener: () => void) => () => void, socketUp);
}

/** The store's last reported state. */
export function useStoreState(): StoreState {
  return useSyncExternalStore(onNotice as (listener: () => void) => () => void, serverStore);
}
