import { useCallback, useRef } from 'react';
import type { ReactNode } from 'react';
import { showDay } from '#shared/core/day.ts';
import type { FoundPatient } from '#shared/streams/prescriptions/lookups.ts';
import { api } from '#web/live/api.ts';
import { LookupField } from '#web/parts/field/choice-fields.tsx';
import type { Choice } from '#web/parts/field/field.ts';
import { usePatientTranslations } from './patient-translations.ts';

/**
 * A patient found by name, number or the customer's phone; shown with details that distinguish people of the
 * same name.
 */
export function PatientField({
  value,
  onChange,
  error = null,
}: {
  readonly value: FoundPatient | null;
  readonly onChange: (patient: FoundPatient | null) => void;
  readonly error?: string | null;
}): ReactNode {
  const t = usePatientTranslations();
  const found = useRef<readonly FoundPatient[]>([]);
  const choice = useCallback(
    (one: FoundPatient): Choice => ({
      value: String(one.patientId),
      label: [
        one.name,
        one.ref,
        one.dob ? showDay(one.dob) : '',
        one.phoneMasked,
        one.active ? '' : t('exited'),
      ]
        .filter(Boolean)
        .join(' · '),
      disabled: !one.active,
    }),
    [t],
  );
  const find = useCallback(
    async (q: string, signal: AbortSignal): Promise<readonly Choice[]> => {
      found.current = await api.get<readonly FoundPatient[]>('/prescription/patients', {
        query: { q },
        signal,
      });
      return found.current.map(choice);
    },
    [choice],
  );
  return (
    <LookupField
      key={value?.patientId ?? 'none'}
      label={t('patient')}
      placeholder={t('patientHint')}
      value={value === null ? null : choice(value)}
      required
      find={find}
      error={error}
      onChange={(chosen) =>
        onChange(found.current.find(({ patientId }) => String(patientId) === chosen?.value) ?? null)
      }
    />
  );
}
