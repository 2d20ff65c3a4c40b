import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { MedicinesRow } from '#shared/feeds/medicines.ts';
import type { RxCase } from '#shared/feeds/prescription-case.ts';
import type { FoundPatient } from '#shared/streams/prescriptions/lookups.ts';
import { api } from '#web/live/api.ts';
import { failureOf, isFailure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState, ErrorState } from '#web/parts/states.tsx';
import { PatientField } from './PatientField.tsx';
import { UpdateForm } from './UpdateForm.tsx';
import { useUpdateTranslations } from './update-translations.ts';

/** A patient without a row has no approved prescription; anything else is a failure. */
const readMedicines = (id: number, signal: AbortSignal): Promise<MedicinesRow | null> =>
  api.get<MedicinesRow>('/feeds/case/medicines', { query: { id }, signal }).catch((error: unknown) => {
    if (isFailure(error) && error.status === 404) return null;
    throw error;
  });

/** Replaces an approved prescription by a new version, never edits it; both are shown line by line. */
export function UpdateScreen(): ReactNode {
  const t = useUpdateTranslations();
  const person = usePerson();
  const [patient, setPatient] = useState<FoundPatient | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const list = useQuery({
    queryKey: ['medicines', patient?.patientId ?? 0],
    enabled: patient !== null,
    queryFn: ({ signal }) => readMedicines(patient?.patientId ?? 0, signal),
    staleTime: 0,
  });
  const record = useQuery({
    queryKey: ['case', 'prescription', String(chosen)],
    enabled: chosen !== null,
    queryFn: ({ signal }) =>
      api.get<RxCase>('/feeds/case/prescription', { query: { id: String(chosen) }, signal }),
    staleTime: 0,
  });
  if (!hasRight(person, 'Prescription/prescriptionUpdate:view'))
    return <DeniedState title={t('deniedTitle')} />;
  const valid = (list.data?.medicines ?? []).filter((one) => one.valid);
  const refs = [...new Map(valid.map((one) => [one.prescriptionId, one.ref]))];
  return (
    <div className="rx-screen">
      <div className="rx-pick">
        <PatientField
          value={patient}
          onChange={(next) => {
            setPatient(next);
            setChosen(null);
          }}
        />
      </div>
      {patient === null ? (
        <EmptyState title={t('start')}>{t('startText')}</EmptyState>
      ) : list.isError ? (
        <ErrorState failure={failureOf(list.error)} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Skeleton rows={3} />
      ) : refs.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
      ) : (
        <section className="rx-part" aria-label={t('which')}>
          <h3>{t('which')}</h3>
          <div className="rx-row">
            {refs.map(([id, ref]) => (
              <Button
                key={id}
                size="compact-sm"
                variant={chosen === id ? 'filled' : 'default'}
                onClick={() => setChosen(id)}
              >
                {ref} ·{' '}
                {valid
                  .filter(({ prescriptionId }) => prescriptionId === id)
                  .map(({ drug }) => drug.name)
                  .join(', ')}
              </Button>
            ))}
          </div>
        </section>
      )}
      {chosen !== null && record.isError && (
        <ErrorState failure={failureOf(record.error)} onRetry={() => void record.refetch()} />
      )}
      {chosen !== null && record.data && (
        <UpdateForm
          key={`${record.data.id} ${record.data.version}`}
          record={record.data}
          onDone={() => {
            setChosen(null);
            void list.refetch();
          }}
        />
      )}
    </div>
  );
}
