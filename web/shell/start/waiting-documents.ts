import { useEffect, useRef } from 'react';
import { documentChanges, type DocumentsChanged } from '#shared/families/document-changes.ts';
import type { WaitingDocuments } from '#shared/families/document-wire.ts';
import { api } from '#web/live/api.ts';
import { Calm } from '#web/live/calm.ts';
import { failureOf, type Failure } from '#web/live/failure.ts';
import { useQuery, useQueryClient } from '#web/live/query.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { linksOf } from '../menu/menu.ts';
import type { MenuItem } from '../menu/menu.ts';

const queryKey = ['documents-waiting'] as const;

export interface WaitingList {
  readonly item: MenuItem;
  readonly waiting: WaitingDocuments;
}
export interface DocumentsWaiting {
  readonly lists: readonly WaitingList[];
  /** They have been counted. */
  readonly known: boolean;
  /** Why they could not be counted at all; counts that only grew old are said by the page. */
  readonly failure: Failure | null;
  again(): void;
}

/**
 * The lists of the menu with documents whose next step is this person's, the longest waiting first; counted
 * again when documents change.
 */
export function useWaitingDocuments(menu: readonly MenuItem[]): DocumentsWaiting {
  const { data, error, refetch } = useQuery({
    queryKey,
    staleTime: 0,
    queryFn: ({ signal }) => api.get<readonly WaitingDocuments[]>('/documents-waiting', { signal }),
  });
  useRecount();
  const items = new Map(linksOf(menu).map((item) => [item.state, item]));
  return {
    lists: (data ?? []).flatMap((waiting) => {
      const item = items.get(waiting.route);
      return item ? [{ item, waiting }] : [];
    }),
    known: data !== undefined,
    failure: data === undefined && error ? failureOf(error) : null,
    again: () => void refetch(),
  };
}

/** Counts again after documents changed; a page in the background waits until it is looked at. */
function useRecount(): void {
  const client = useQueryClient();
  const { rows, condition } = useFeed<DocumentsChanged & Record<string, unknown>>(documentChanges);
  const latest = useFeedRows(rows).reduce((last, { position }) => Math.max(last, position), 0);
  const seen = useRef<number | null>(null);
  const calm = useRef<Calm | null>(null);
  useEffect(() => {
    calm.current = new Calm({
      run: () => client.invalidateQueries({ queryKey }),
      busy: () => document.hidden,
    });
    return () => calm.current?.end();
  }, [client]);
  useEffect(() => {
    if (condition !== 'live') return;
    if (seen.current !== null && latest > seen.current) calm.current?.changed();
    seen.current = latest;
  }, [latest, condition]);
}
