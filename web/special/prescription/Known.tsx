import type { ReactNode } from 'react';
import { showDay } from '#shared/core/day.ts';
import { reference } from '#shared/core/reference.ts';
import type { Clinical } from '#shared/streams/prescriptions/checks/clinical.ts';
import { doseText } from '#shared/streams/prescriptions/prescription/dose.ts';
import { Allergies } from '#web/parts/Allergies.tsx';
import { PersonHead } from '#web/parts/PersonHead.tsx';
import { useRxTranslations } from './translations.ts';

/** The known patient data in two lines: identity, contraindications, current medicines. */
export function Known({
  clinical,
  patientId,
}: {
  readonly clinical: Clinical;
  readonly patientId: number | null;
}): ReactNode {
  const t = useRxTranslations();
  const { ageYears, gender, allergies, allergiesAsked, medicines, egfr, patientName } = clinical;
  return (
    <section className="rx-part rx-known" aria-label={t('known')}>
      <p>
        <PersonHead
          name={patientName}
          reference={patientId === null ? '' : reference('PT', patientId)}
          details={[ageYears === null ? null : t('age', { n: ageYears }), gender && t(`gender.${gender}`)]}
        >
          <Allergies allergies={allergies} asked={allergiesAsked} />
        </PersonHead>{' '}
        ·{' '}
        {egfr ? (
          t('kidney', { value: egfr.value, on: showDay(egfr.on) })
        ) : (
          <span className="ops-muted">{t('kidneyUnknown')}</span>
        )}
      </p>
      {medicines.length > 0 && (
        <p>
          {t('takes')}:{' '}
          {medicines.map(({ drug, dose, ref }) => `${drug.name} ${doseText(dose)} (${ref})`).join(' · ')}
        </p>
      )}
      {clinical.interactionsFault && (
        <p className="ops-tone-warn">
          {t('tableFault', { name: clinical.interactions.name, on: showDay(clinical.interactions.date) })}
        </p>
      )}
    </section>
  );
}
