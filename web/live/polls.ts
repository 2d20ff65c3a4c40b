import type { Service } from '#shared/core/view.ts';
import type { AskedPoll } from '#shared/operations.ts';
import { api } from './api.ts';
import { failureOf } from './failure.ts';
import type { Failure } from './failure.ts';
import { useMutation, useQuery } from './query.ts';

export interface Polls {
  /** How the service stands; null until it is known. */
  of(service: Service): AskedPoll | null;
  /** Has it read at once. */
  ask(service: Service): void;
  readonly asking: Service | null;
  readonly failure: Failure | null;
  dismiss(): void;
}

/** Base services outside that can be read at once; while one is being read it is asked for every second. */
export function usePolls(enabled: boolean): Polls {
  const known = useQuery({
    queryKey: ['polls'],
    enabled,
    queryFn: ({ signal }) => api.get<{ items: readonly AskedPoll[] }>('/relay/polls', { signal }),
    refetchInterval: (query) => (query.state.data?.items.some(({ running }) => running) ? 1_000 : 15_000),
  });
  const ask = useMutation({
    mutationFn: (service: Service) => api.command('servicepoll', service, 'ask', {}),
    onSettled: () => known.refetch(),
  });
  const wrong = ask.error ?? known.error;
  return {
    of: (service) => known.data?.items.find((one) => one.service === service) ?? null,
    ask: (service) => ask.mutate(service),
    asking: ask.isPending ? ask.variables : null,
    failure: wrong ? failureOf(wrong) : null,
    dismiss: () => ask.reset(),
  };
}
