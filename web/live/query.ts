import { QueryClient, type Query } from '@tanstack/react-query';
import { isFailure } from './failure.ts';

export {
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

const staleRetryMs = 15_000;

/** Whether an answer is shown that could not be read again. */
export const isStale = ({ state }: Pick<Query, 'state'>): boolean =>
  state.status === 'error' && state.data !== undefined;

/** The cache of requests and responses; live rows have their own store. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isFailure(error) && error.again,
        retryDelay: (failures) => 500 * 2 ** failures,
        // What could not be read again is tried until it can be, while somebody looks at it.
        refetchInterval: (query) =>
          isStale(query) && isFailure(query.state.error) && query.state.error.again ? staleRetryMs : false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export const queryClient = createQueryClient();
