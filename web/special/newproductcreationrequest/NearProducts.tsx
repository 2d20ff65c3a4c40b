import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { sameFrom, type NearProduct } from '#shared/families/document-wire.ts';
import type { AssistProps } from '#web/families/master/plug.ts';
import { api } from '#web/live/api.ts';
import { isFailure } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { Field } from '#web/parts/field/Field.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { formatNumber } from '#web/locales/formats.ts';
import { addNearTranslations, useNearTranslations } from './translations.ts';
import './near-products.css';

addNearTranslations();

const PAUSE_MS = 300;
const shortest = 3;

/** The products with the most similar names to the proposed one; each can be marked as not the same. */
export function NearProducts({ form, error }: AssistProps): ReactNode {
  const t = useNearTranslations();
  const name = useSettled(String(form.values['vName'] ?? '').trim());
  const chosen = (form.values['notSameIds'] as readonly number[] | null | undefined) ?? [];
  const asked = name.length >= shortest;
  const near = useQuery({
    queryKey: ['near-products', name],
    enabled: asked,
    queryFn: ({ signal }) =>
      api.get<{ rows: readonly NearProduct[] }>('/product-requests/near', { query: { name }, signal }),
  });
  const rows = asked ? (near.data?.rows ?? []) : [];
  const problem = error('notSameIds');
  const open = rows.some(({ id, likeness }) => likeness >= sameFrom && !chosen.includes(Number(id)));
  return (
    <section className="np-near" aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {isFailure(near.error) && <InlineError failure={near.error} onRetry={() => void near.refetch()} />}
      {rows.length === 0 && <p className="ops-muted">{t(asked && near.data ? 'none' : 'type')}</p>}
      <ul>
        {rows.map((one) => (
          <li key={one.id}>
            <span>
              {one.name} <span className="ops-code ops-muted">{one.code}</span>
            </span>
            <StatusWord tone={one.likeness >= sameFrom ? 'warn' : 'muted'}>
              {t('like', { n: formatNumber(Math.round(one.likeness * 100)) })}
            </StatusWord>
            <Field
              kind="yesNo"
              label={t('notSame', { product: one.name })}
              value={chosen.includes(Number(one.id))}
              onChange={(on) =>
                form.put(
                  'notSameIds',
                  on ? [...chosen, Number(one.id)] : chosen.filter((id) => id !== Number(one.id)),
                )
              }
            />
          </li>
        ))}
      </ul>
      {(problem ?? (open ? t('needed') : null)) && (
        <p className={problem ? 'ops-tone-danger' : 'ops-tone-warn'} role={problem ? 'alert' : 'status'}>
          {problem ?? t('needed')}
        </p>
      )}
    </section>
  );
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
