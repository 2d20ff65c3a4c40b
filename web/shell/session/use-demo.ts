import type { DemoAccount } from '#shared/access/me.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';

/** Demo users to choose from; outside a demo the server answers 404. */
export function useDemo() {
  return useQuery({
    queryKey: ['access', 'demo'],
    queryFn: () => api.get<{ password: string; accounts: readonly DemoAccount[] }>('/access/demo'),
    staleTime: 5 * 60_000,
  });
}
