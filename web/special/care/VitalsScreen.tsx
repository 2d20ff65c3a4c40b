import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { loinc } from '#shared/streams/care/vital/catalogue.ts';
import type { PatientHead, ValueRow, ValuesAnswer } from '#shared/streams/care/wire.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/parts/states.tsx';
import { CorrectForm } from './CorrectForm.tsx';
import { PatientFrame } from './PatientFrame.tsx';
import { Ranges } from './Ranges.tsx';
import { ReadingForm } from './ReadingForm.tsx';
import { useCareTranslations } from './translations.ts';
import { TrendPart } from './TrendPart.tsx';
import { useCare, useClinicalName } from './use-care.ts';
import { ValuesTable } from './ValuesTable.tsx';
import { WithdrawForm } from './WithdrawForm.tsx';

export function VitalsScreen(): ReactNode {
  return <PatientFrame>{(head) => <Vitals head={head} />}</PatientFrame>;
}

export interface ValueFilter {
  readonly loinc: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** Which vital or assay, and between which days; in the address. */
export function useValueFilter(): readonly [
  ValueFilter,
  (name: keyof ValueFilter, value: string | null) => void,
] {
  const [params, setParams] = useSearchParams();
  const put = (name: keyof ValueFilter, value: string | null): void =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  return [{ loinc: params.get('loinc'), from: params.get('from'), to: params.get('to') }, put];
}

export const askedOf = ({ loinc: code, from, to }: ValueFilter): Record<string, string> => ({
  ...(code ? { loinc: code } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
});

function Vitals({ head }: { head: PatientHead }): ReactNode {
  const t = useCareTranslations();
  const nameOf = useClinicalName();
  const person = usePerson();
  const [filter, put] = useValueFilter();
  const [page, setPage] = useState(0);
  const { data, failure, again } = useCare<ValuesAnswer>(`/care/patients/${head.id}/vitals`, head.id, {
    ...askedOf(filter),
    pageNo: page,
  });
  const [correcting, setCorrecting] = useState<ValueRow | null>(null);
  const [wrong, setWrong] = useState<ValueRow | null>(null);
  const open = !head.diedOn && !head.glassUntil;
  const mayEdit = hasRight(person, 'Prescription/vitalStats:edit') && !head.glassUntil;
  if (failure && !data) return <ErrorState failure={failure} onRetry={again} />;
  if (!data) return <Skeleton rows={12} />;
  const shown = filter.loinc ?? data.kinds[0]?.loinc ?? '';
  const partner = shown === loinc.systolic ? loinc.diastolic : null;
  return (
    <>
      {open && hasRight(person, 'Prescription/vitalStats:create') && (
        <section className="care-part">
          <h3>{t('newReading')}</h3>
          <ReadingForm patient={head.id} onDone={again} />
        </section>
      )}
      <section className="care-part">
        <h3>{t('trend')}</h3>
        <div className="care-form">
          <SelectField
            label={t('vital')}
            value={filter.loinc}
            placeholder={t('all')}
            choices={data.kinds.map(({ loinc: code, name, n }) => ({
              value: code,
              label: `${nameOf(name)} (${n})`,
            }))}
            onChange={(code) => put('loinc', code)}
          />
          <DateField label={t('from')} value={filter.from} onChange={(day) => put('from', day)} />
          <DateField label={t('to')} value={filter.to} onChange={(day) => put('to', day)} />
        </div>
        <TrendPart answer={data} loinc={shown} />
        {partner && <TrendPart answer={data} loinc={partner} />}
      </section>
      <section className="care-part">
        <h3>
          {t('readings')} <span className="ops-muted">{data.total}</span>
        </h3>
        {data.rows.length === 0 ? (
          <EmptyState title={t('noReadings')}>{t('noReadingsText')}</EmptyState>
        ) : (
          <ValuesTable
            rows={data.rows}
            {...(mayEdit ? { onCorrect: setCorrecting, onWrong: setWrong } : {})}
          />
        )}
        {data.total > 1_000 && (
          <div className="care-actions">
            <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
              {t('newer')}
            </Button>
            <Button
              variant="default"
              disabled={(page + 1) * 1_000 >= data.total}
              onClick={() => setPage(page + 1)}
            >
              {t('older')}
            </Button>
          </div>
        )}
      </section>
      <Ranges head={head} onDone={again} />
      {correcting && (
        <CorrectForm
          rows={data.rows.filter(
            ({ source, loinc: code }) => source === correcting.source && code !== loinc.bmi,
          )}
          onClose={() => setCorrecting(null)}
          onDone={() => {
            setCorrecting(null);
            again();
          }}
        />
      )}
      {wrong && (
        <WithdrawForm
          aggregate="vital"
          id={wrong.source.replace('vital-', '')}
          version={wrong.version}
          name={nameOf(wrong.name)}
          onClose={() => setWrong(null)}
          onDone={() => {
            setWrong(null);
            again();
          }}
        />
      )}
    </>
  );
}
