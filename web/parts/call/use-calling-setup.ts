import type { CallingSetup } from '#shared/wire.ts';
import { callingHours, type CallingDay } from '#shared/streams/calls/call/hours.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';

const minutes = 60_000;

/** Hours, holidays and choices for calls; reloaded every five minutes. Undefined until they are known. */
export function useCallingSetup(enabled = true): CallingSetup | undefined {
  return useQuery({
    queryKey: ['calls', 'setup'],
    enabled,
    queryFn: ({ signal }) => api.get<CallingSetup>('/calls/setup', { signal }),
    staleTime: 5 * minutes,
    refetchInterval: 5 * minutes,
  }).data;
}

/** The calling day at a place; the standard hours until the server has answered. */
export function callingDayOf(setup: CallingSetup | undefined, pooId: number | null): CallingDay {
  return { hours: setup?.hours ?? callingHours, holiday: setup?.holidays[String(pooId)] ?? null };
}
