import { useCallback, useRef } from 'react';
import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import type { FoundDoctor } from '#shared/streams/prescriptions/lookups.ts';
import { LookupField, SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import type { Choice } from '#web/parts/field/field.ts';
import { CheckField, TextField } from '#web/parts/field/text-fields.tsx';
import { serverClock } from '#web/locales/server-clock.ts';
import type { HeaderValues } from './entry-values.ts';
import { doctorChoice, findDoctors } from './lookups.ts';
import { useRxTranslations } from './translations.ts';

export interface HeaderFieldsProps {
  readonly header: HeaderValues;
  readonly patient: string;
  readonly onChange: (header: HeaderValues) => void;
  /** A refusal about one of these fields. */
  readonly error: (field: string) => string | null;
}

/** The header and footer of the page: date, prescriber, patient, signature. */
export function HeaderFields({ header, patient, onChange, error }: HeaderFieldsProps): ReactNode {
  const t = useRxTranslations();
  const found = useRef<readonly FoundDoctor[]>([]);
  const put = (part: Partial<HeaderValues>): void => onChange({ ...header, ...part });
  const find = useCallback(async (q: string, signal: AbortSignal): Promise<readonly Choice[]> => {
    found.current = await findDoctors(q, signal);
    return found.current.map(doctorChoice);
  }, []);
  const today = businessDay(serverClock.now());
  return (
    <section className="rx-part" aria-label={t('header')}>
      <h3>{t('header')}</h3>
      <div className="rx-two">
        <DateField
          label={t('writtenOn')}
          value={header.writtenOn}
          required
          max={today}
          error={error('writtenOn')}
          onChange={(writtenOn) => put({ writtenOn })}
        />
        <TextField
          label={t('patientAsWritten')}
          hint={t('patientIs', { name: patient })}
          value={header.patientAsWritten}
          required
          maxLength={100}
          error={error('patientAsWritten')}
          onChange={(patientAsWritten) => put({ patientAsWritten })}
        />
        <LookupField
          key={header.doctorId ?? 'none'}
          label={t('doctor')}
          value={
            header.doctorId === null
              ? null
              : {
                  value: String(header.doctorId),
                  label: header.regNo ? `${header.doctorName} · ${header.regNo}` : header.doctorName,
                }
          }
          find={find}
          error={error('prescriber.doctorId')}
          onChange={(choice) => {
            const doctor = found.current.find(({ doctorId }) => String(doctorId) === choice?.value);
            put(
              doctor
                ? { doctorId: doctor.doctorId, doctorName: doctor.name, regNo: doctor.regNo ?? '' }
                : { doctorId: null },
            );
          }}
        />
        <TextField
          label={t('doctorName')}
          value={header.doctorName}
          required
          readOnly={header.doctorId !== null}
          maxLength={100}
          error={error('prescriber.name')}
          onChange={(doctorName) => put({ doctorName })}
        />
        <TextField
          label={t('regNo')}
          value={header.regNo}
          readOnly={header.doctorId !== null}
          maxLength={30}
          error={error('prescriber.regNo')}
          onChange={(regNo) => put({ regNo })}
        />
        <TextField
          label={t('address')}
          value={header.address}
          maxLength={200}
          error={error('prescriber.address')}
          onChange={(address) => put({ address })}
        />
        <TextField
          label={t('diagnosis')}
          value={header.diagnosis}
          maxLength={300}
          error={error('diagnosis')}
          onChange={(diagnosis) => put({ diagnosis })}
        />
        <SelectField
          label={t('caseType')}
          value={header.caseType}
          required
          choices={(['acute', 'chronic'] as const).map((value) => ({ value, label: t(`caseType.${value}`) }))}
          onChange={(value) => put({ caseType: value === 'acute' ? 'acute' : 'chronic' })}
        />
        <TextField
          label={t('repeats')}
          value={header.repeats}
          code
          maxLength={2}
          error={error('repeats')}
          onChange={(repeats) => put({ repeats: repeats.replace(/\D/g, '') })}
        />
        <DateField
          label={t('nextReviewOn')}
          value={header.nextReviewOn}
          error={error('nextReviewOn')}
          onChange={(nextReviewOn) => put({ nextReviewOn })}
        />
      </div>
      <div className="rx-row">
        <CheckField
          label={t('signature')}
          value={header.signature}
          onChange={(signature) => put({ signature })}
        />
        <CheckField label={t('legible')} value={header.legible} onChange={(legible) => put({ legible })} />
      </div>
    </section>
  );
}
