import type { WaitingDocuments } from '#shared/families/document-wire.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import { linksOf } from '../menu/menu.ts';
import type { MenuItem } from '../menu/menu.ts';

const REFRESH_MS = 30_000;

/** The lists of the menu with documents whose next step is this person's, the longest waiting first. */
export function useWaitingDocuments(
  menu: readonly MenuItem[],
): readonly { readonly item: MenuItem; readonly waiting: WaitingDocuments }[] {
  const { data = [] } = useQuery({
    queryKey: ['documents-waiting'],
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => api.get<readonly WaitingDocuments[]>('/documents-waiting', { signal }),
  });
  const items = new Map(linksOf(menu).map((item) => [item.state, item]));
  return data.flatMap((waiting) => {
    const item = items.get(waiting.route);
    return item ? [{ item, waiting }] : [];
  });
}
