import { useMemo } from 'react';
import { recordsIn } from '#shared/families/approval-names.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { ApprovalNames } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import { useFrame, useLanguage } from '#web/locales/translations.ts';
import type { Labels } from './evidence.ts';

/** As many requests as one query names. */
const most = 50;
const none: ReadonlyMap<string, string> = new Map();

async function readNames(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let from = 0; from < ids.length; from += most) {
    const { names } = await api.get<ApprovalNames>('/approval-names', {
      query: { ids: ids.slice(from, from + most).join(',') },
      signal,
    });
    for (const [ref, name] of Object.entries(names)) found.set(ref, name);
  }
  return found;
}

/** The customers and leads of these requests by name, as this person may see them. */
function useNames(rows: readonly ApprovalRow[]): ReadonlyMap<string, string> {
  const ids = rows.filter((row) => recordsIn(row).length > 0).map(({ id }) => id);
  const { data } = useQuery<ReadonlyMap<string, string>>({
    queryKey: ['approval-names', ids.toSorted().join(',')],
    enabled: ids.length > 0,
    staleTime: 300_000,
    placeholderData: (before) => before,
    queryFn: ({ signal }) => readNames(ids, signal),
  });
  return data ?? none;
}

/** What the values of these requests are shown with. */
export function useLabels(rows: readonly ApprovalRow[]): Labels {
  const frame = useFrame();
  const language = useLanguage();
  const names = useNames(rows);
  return useMemo(() => ({ yes: frame('yes'), no: frame('no'), language, names }), [frame, language, names]);
}
