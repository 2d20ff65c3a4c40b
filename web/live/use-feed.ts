import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Presence, StoreState } from '#shared/wire.ts';
import type { Feed, FeedStatus, Presences } from './feeds.ts';
import type { FeedRows, Row } from './rows.ts';
import { feeds, houseStore, onNotice, socketUp } from './socket.ts';

export interface UsedFeed<R extends Row> extends FeedStatus {
  readonly name: string;
  readonly rows: FeedRows<R>;
  /** How fresh the rows are, to be shown: a store that is away says nothing new over a line that stands. */
  readonly freshness: { readonly standing: FeedStatus['standing'] | 'away'; readonly since: number; readonly sources: FeedStatus['sources'] };
  /** Tries again at once instead of at the next turn. */
  retry(): void;
}

/** Opens a feed while the component is shown; two components with the same name share it. */
export function useFeed<R extends Row = Row>(name: string): UsedFeed<R> {
  const feed: Feed = feeds.use(name);
  useEffect(() => feeds.hold(name), [name, feed]);
  const status = useSyncExternalStore(feed.onStatus, feed.status);
  const { awaySince } = useStoreState();
  return useMemo(() => {
    const { standing, since, sources } = status;
    const freshness = standing === 'live' && awaySince !== null ? ({ standing: 'away', since: awaySince, sources } as const) : { standing, since, sources };
    return { ...status, name, freshness, rows: feed.rows as unknown as FeedRows<R>, retry: () => feed.actor.send({ type: 'RETRY' }) };
  }, [feed, name, status, awaySince]);
}

/** All rows of a feed as an array, new only when something changed; for lists of a few hundred rows (grids take `rows` itself). */
export function useFeedRows<R extends Row>(rows: FeedRows<R>): readonly R[] {
  const version = useSyncExternalStore(rows.subscribe, () => rows.version);
  // oxlint-disable-next-line react/exhaustive-deps -- the version stands for the content of the map
  return useMemo(() => [...rows.all()], [rows, version]);
}

/** One row of a feed; renders again only when that row changed. */
export function useFeedRow<R extends Row>(rows: FeedRows<R>, id: string | null): R | undefined {
  return useSyncExternalStore(rows.subscribe, () => (id === null ? undefined : rows.get(id)));
}

/** Who else looks at or edits which row of the feed. */
export function usePresences(name: string): Presences {
  const feed = feeds.use(name);
  return useSyncExternalStore(feed.onPresence, feed.presences);
}

/** Tells the others that one looks at a row, or has unsaved work on it, for as long as it is shown. */
export function usePresence(feed: string, id: string | null, state: Exclude<Presence['state'], 'gone'> = 'viewing'): void {
  useEffect(() => {
    if (id === null) return undefined;
    const say = (): void => feeds.say({ feed, id, state });
    say();
    const off = onNotice((notice) => notice.kind === 'up' && say());
    return () => {
      off();
      feeds.say({ feed, id, state: 'gone' });
    };
  }, [feed, id, state]);
}

/** Whether the line to the server stands. */
export function useLineUp(): boolean {
  return useSyncExternalStore(onNotice as (listener: () => void) => () => void, socketUp);
}

/** What the house last said of its store. */
export function useStoreState(): StoreState {
  return useSyncExternalStore(onNotice as (listener: () => void) => () => void, houseStore);
}
