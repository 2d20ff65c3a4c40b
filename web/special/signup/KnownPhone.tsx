import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { SearchAnswer } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import { IconAlertTriangle } from '#web/parts/icons.ts';
import { usePanelTranslations } from './translations.ts';

const kinds: readonly string[] = ['customer', 'lead', 'signup'];

/** Warns, while a number is typed, whose it is already: a customer's, a lead's or that of another sign-up. */
export function KnownPhone({ phone, id }: { phone: string; id: string | null }): ReactNode {
  const t = usePanelTranslations();
  const { data, error } = useQuery({
    queryKey: ['known-phone', phone],
    queryFn: ({ signal }) => api.get<SearchAnswer>('/search', { query: { q: phone }, signal }),
  });
  const known = (data?.hits ?? []).filter(
    (hit) => kinds.includes(hit.kind) && !(hit.kind === 'signup' && hit.id === id),
  );
  if (error && !data)
    return (
      <p className="ops-muted" role="status">
        {t('phoneUnchecked')}
      </p>
    );
  if (known.length === 0) return null;
  return (
    <div className="su-asked" role="status">
      <IconAlertTriangle size={16} aria-hidden="true" />
      <div>
        <b>{t('phoneKnown')}</b> {t('phoneKnownText')}
        <ul>
          {known.map((hit) => (
            <li key={`${hit.kind} ${hit.id}`}>
              <Link to={hit.link}>{hit.title}</Link>{' '}
              <span className="ops-muted">{[hit.ref, hit.hint].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
