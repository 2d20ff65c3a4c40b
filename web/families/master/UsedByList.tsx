import { textIn } from '#shared/core/translations.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { UsedBy } from '#shared/families/master-wire.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState } from '#web/parts/states.tsx';
import { formatNumber } from '#web/locales/formats.ts';
import { useLanguage } from '#web/locales/translations.ts';
import type { Speech } from './columns.tsx';
import { route, titleOf } from './declaration.ts';
import type { Masters } from './declaration.ts';
import { screenFor } from './open-screen.ts';

/** Records that refer to this one, by kind, the first few of each as links. */
export function UsedByList({
  def,
  masters,
  id,
  speech,
}: {
  def: MasterDef;
  masters: Masters;
  id: number;
  speech: Speech;
}): ReactNode {
  const { t } = speech;
  const language = useLanguage();
  const person = usePerson();
  const uses = useQuery({
    queryKey: ['master-uses', def.name, id],
    staleTime: 0,
    queryFn: ({ signal }) => api.get<UsedBy>(route('record', def.name, id, 'used-by'), { signal }),
  });
  if (uses.error) return <ErrorState failure={failureOf(uses.error)} onRetry={() => void uses.refetch()} />;
  if (!uses.data) return <Skeleton rows={4} />;
  if (uses.data.total === 0) return <p className="ops-muted">{t('usedByNone')}</p>;
  return (
    <div className="ma-uses">
      <p className="ma-plain">
        {t('usedByTotal', { count: uses.data.total, active: formatNumber(uses.data.active, 0) })}
      </p>
      {uses.data.groups.map((group) => {
        const other = masters.byKind.get(group.kind);
        const screen = screenFor(masters, group.kind, person);
        // The field may belong to another screen of the kind.
        const field = [...masters.byName.values()]
          .flatMap((def) => (def.kind === group.kind ? def.fields : []))
          .find(({ name }) => name === group.field);
        const filters =
          screen?.filters.some(({ name, kind }) => name === group.field && kind !== 'rows') ?? false;
        const open = screen !== undefined;
        const route = screen ? `/${screen.route.replace(/^\//, '')}` : '';
        return (
          <section key={`${group.kind} ${group.field}`}>
            <h3>
              {other ? titleOf(other, language) : group.kind}{' '}
              <span className="ops-muted">
                · {field ? textIn(field.label, language) : group.field} ·{' '}
                <span className="ops-figures">{formatNumber(group.n, 0)}</span>
              </span>
            </h3>
            <ul>
              {group.records.map((one) => {
                const text = one.name || one.code || `#${one.id}`;
                return (
                  <li key={one.id}>
                    {open ? <Link to={`${route}?row=${one.id}`}>{text}</Link> : text}
                    {one.iStatus === 0 && <span className="ops-muted"> · {t('inactive')}</span>}
                  </li>
                );
              })}
              {group.n > group.records.length && (
                <li className="ops-muted">
                  {open && field && filters ? (
                    <Link
                      to={`${route}?filter=${encodeURIComponent(JSON.stringify({ [group.field]: { op: field.kind === 'references' ? 'in' : 'eq', value: id } }))}`}
                    >
                      {t('usedByMore', { count: group.n - group.records.length })}
                    </Link>
                  ) : (
                    t('usedByMore', { count: group.n - group.records.length })
                  )}
                </li>
              )}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
