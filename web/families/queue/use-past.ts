import { useMemo } from 'react';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { ListRows } from '#web/parts/grid/source.ts';

export interface Past {
  readonly rows: ListRows<QueueRow>;
  readonly list: readonly QueueRow[];
  readonly status: 'loading' | 'ready' | 'failed';
  readonly failure: Failure | null;
  retry(): void;
}

const none: readonly QueueRow[] = [];

/** The rows of a feed as of an instant; idle while `at` is null. */
export function usePast(feed: string, at: string | null): Past {
  const query = useQuery({
    queryKey: ['past', feed, at],
    queryFn: ({ signal }) =>
      api.get<{ rows: readonly QueueRow[] }>(`/feeds/${feed}`, { query: { at }, signal, timeout: 35_000 }),
    enabled: at !== null,
    staleTime: Infinity,
  });
  const list = query.data?.rows ?? none;
  const rows = useMemo(() => new ListRows<QueueRow>(list), [list]);
  return {
    rows,
    list,
    status: query.isError ? 'failed' : query.data ? 'ready' : 'loading',
    failure: query.isError ? failureOf(query.error) : null,
    retry: () => void query.refetch(),
  };
}
