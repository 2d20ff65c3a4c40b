import { isFailure, type Failure } from './failure.ts';
import { isStale, useQueryClient } from './query.ts';
import { useSyncExternalStore } from 'react';

/** Answers that a screen still shows although the latest attempt to read them failed. */
export interface StaleQueries {
  /** When the oldest of them was read, ms. */
  readonly since: number;
  readonly failure: Failure | null;
}

/** What on the page could not be refreshed, or null; `again` reads it now. */
export function useStaleQueries(): { readonly stale: StaleQueries | null; again(): Promise<void> } {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const oldest = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      cache
        .findAll({ type: 'active', predicate: isStale })
        .toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)[0]?.state ?? null,
  );
  return {
    stale: oldest && {
      since: oldest.dataUpdatedAt,
      failure: isFailure(oldest.error) ? oldest.error : null,
    },
    again: () => client.refetchQueries({ type: 'active', predicate: isStale }),
  };
}
