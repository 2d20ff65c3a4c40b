import type { ReactNode } from 'react';
import type { MasterPage } from '#shared/families/master-wire.ts';
import { api } from '#web/live/api.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import type { Choice } from '#web/parts/field/field.ts';
import { PersonHead } from '#web/parts/PersonHead.tsx';
import { useDeskTranslations } from './translations.ts';

const interested = ['THINKING', 'ORDER_TAKEN', 'CALLBACK', 'COMPLAINT'] as const;
const shown = 8;

/** Leads that showed interest on the phone and have no visit yet; a click takes one into the form. */
export function Interested({
  stamp,
  onChoose,
}: {
  stamp: number;
  onChoose: (lead: Choice) => void;
}): ReactNode {
  const t = useDeskTranslations();
  const may = hasRight(usePerson(), 'Out Bound/pharmaLead:view');
  const { data } = useQuery({
    queryKey: ['interested-leads', stamp],
    enabled: may,
    queryFn: ({ signal }) =>
      api.get<MasterPage>('/masters-list/pharmaLead', {
        query: {
          records: shown,
          sort: '-dLastCall',
          filter: JSON.stringify({
            vLastCode: { op: 'in', value: interested },
            vStage: { op: 'in', value: ['Queued', 'CallbackDue'] },
          }),
        },
        signal,
      }),
  });
  const rows = data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('interested')}>
      <h3 className="ad-slot-part">{t('interested')}</h3>
      <ul className="ad-interested">
        {rows.map(({ id, fields }) => {
          const name = String(fields['vName'] ?? '');
          const ref = String(fields['vCode'] ?? '');
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => onChoose({ value: String(id), label: `${name} · ${ref}` })}
              >
                <PersonHead name={name} reference={ref} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
