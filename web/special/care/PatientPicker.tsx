import { useState } from 'react';
import type { ReactNode } from 'react';
import type { PatientHit } from '#shared/streams/care/wire.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { PersonHead } from '#web/parts/PersonHead.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { useCareTranslations } from './translations.ts';

/** Finds a patient by name or number; arrows and Enter choose. */
export function PatientPicker({
  onPick,
  autoFocus = false,
}: {
  onPick: (id: number) => void;
  autoFocus?: boolean;
}): ReactNode {
  const t = useCareTranslations();
  const place = usePlaceName();
  const [q, setQ] = useState('');
  const [at, setAt] = useState(0);
  const { data } = useQuery<{ rows: readonly PatientHit[] }>({
    queryKey: ['care-patients', q],
    placeholderData: (before) => before,
    queryFn: ({ signal }) => api.get('/care/patients', { query: { q }, signal }),
  });
  const rows = data?.rows ?? [];
  return (
    <div
      className="care-picker"
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') setAt(Math.min(at + 1, rows.length - 1));
        else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
        else if (event.key === 'Enter' && rows[at]) onPick(rows[at].id);
        else return;
        event.preventDefault();
      }}
    >
      <TextField
        label={t('findPatient')}
        value={q}
        placeholder={t('findHint')}
        autoFocus={autoFocus}
        onChange={(value) => {
          setQ(value);
          setAt(0);
        }}
      />
      <ul aria-label={t('patients')}>
        {rows.map((row, index) => (
          <li key={row.id}>
            <button type="button" data-on={index === at || undefined} onClick={() => onPick(row.id)}>
              <PersonHead
                name={row.name ?? t('outside')}
                reference={row.ref}
                place={row.outside ? t('outsideHint') : place(row.pooId)}
                details={[
                  row.age === null ? null : t('years', { n: row.age }),
                  row.gender && t(`gender.${row.gender}`),
                  row.customer,
                ]}
                alerts={row.careStage === 'deceased' ? [t('careStage.deceased')] : []}
                refused={
                  row.careStage === 'onHold' || row.careStage === 'discharged'
                    ? [t(`careStage.${row.careStage}`)]
                    : []
                }
              />
            </button>
          </li>
        ))}
        {data && rows.length === 0 && <li className="ops-muted care-none">{t('noPatient')}</li>}
      </ul>
    </div>
  );
}
