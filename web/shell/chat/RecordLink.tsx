import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { headOf } from '#shared/core/cut.ts';
import type { SearchAnswer } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import { useChatTranslations } from './translations.ts';

/**
 * Link from a room to its record, for those who may open it; `about` is the record's stream: `signup-301`.
 */
export function RecordLink({ about }: { about: string }): ReactNode {
  const t = useChatTranslations();
  const cut = about.lastIndexOf('-');
  const { data } = useQuery<SearchAnswer>({
    queryKey: ['record', about],
    queryFn: ({ signal }) =>
      api.get<SearchAnswer>('/search', {
        query: { ids: `${headOf(about, cut)}:${about.slice(cut + 1)}` },
        signal,
      }),
  });
  const hit = data?.hits[0];
  return hit ? (
    <Link className="chat-record" to={hit.link} title={t('openRecord')}>
      {hit.title}
    </Link>
  ) : null;
}
