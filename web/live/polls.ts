import type { Service } from '#shared/core/view.ts';
import type { RequestedPoll } from '#shared/operations.ts';
import { api } from './api.ts';
import { failureOf } from './failure.ts';
import type { Failure } from './failure.ts';
import { useMutation, useQuery } from './query.ts';

export interface Polls {
  /** Status of the service's poll; null until it is known. */
  of(service: Service): RequestedPoll | null;
  /** Requests a poll. */
  prompt(service: Service): void;
  readonly prompting: Service | null;
  readonly failure: Failure | null;
  dismiss(): void;
}

/** Base services that can be polled on request; while a poll runs, its status is refreshed every second. */
export function usePolls(enabled: boolean): Polls {
  const known = useQuery({
    queryKey: ['polls'],
    enabled,
    queryFn: ({ signal }) => api.get<{ items: readonly RequestedPoll[] }>('/relay/polls', { signal }),
    refetchInterval: (query) => (query.state.data?.items.some(({ running }) => running) ? 1_000 : 15_000),
  });
  const prompt = useMutation({
    mutationFn: (service: Service) => api.command('servicepoll', service, 'request', {}),
    onSettled: () => known.refetch(),
  });
  const wrong = prompt.error ?? known.error;
  return {
    of: (service) => known.data?.items.find((one) => one.service === service) ?? null,
    prompt: (service) => prompt.mutate(service),
    prompting: prompt.isPending ? prompt.variables : null,
    failure: wrong ? failureOf(wrong) : null,
    dismiss: () => prompt.reset(),
  };
}
