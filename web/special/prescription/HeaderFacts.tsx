import type { ReactNode } from 'react';
import { showDay } from '#shared/core/day.ts';
import type { RxHeader } from '#shared/streams/prescriptions/prescription/content.ts';
import { useRxTranslations } from './translations.ts';

/** The head of a prescription as it was read. */
export function HeaderFacts({ header }: { readonly header: RxHeader | null }): ReactNode {
  const t = useRxTranslations();
  if (!header) return null;
  const { prescriber } = header;
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('writtenOn'), showDay(header.writtenOn)],
    [t('doctor'), [prescriber.name, prescriber.regNo, prescriber.address].filter(Boolean).join(' · ')],
    [t('patientAsWritten'), header.patientAsWritten],
    [t('diagnosis'), header.diagnosis ?? '–'],
    [t('caseType'), t(`caseType.${header.caseType}`)],
    [t('repeats'), String(header.repeats)],
  ];
  return (
    <section className="rx-part" aria-label={t('header')}>
      <h3>{t('header')}</h3>
      <dl className="rx-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
