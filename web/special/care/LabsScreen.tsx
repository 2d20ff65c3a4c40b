import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { LabsAnswer, PatientHead } from '#shared/streams/care/wire.ts';
import { formatDate, formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { MultiField, SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { OrderSteps } from './OrderSteps.tsx';
import { PatientFrame } from './PatientFrame.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { useCareTranslations } from './translations.ts';
import { TrendPart } from './TrendPart.tsx';
import { picks, useCare, useChoices, useClinicalName } from './use-care.ts';
import { ValuesTable } from './ValuesTable.tsx';
import { askedOf, useValueFilter } from './VitalsScreen.tsx';

export function LabsScreen(): ReactNode {
  return <PatientFrame>{(head) => <Labs head={head} />}</PatientFrame>;
}

function Labs({ head }: { head: PatientHead }): ReactNode {
  const t = useCareTranslations();
  const nameOf = useClinicalName();
  const lab = useTranslations('labreport').t;
  const person = usePerson();
  const [filter, put] = useValueFilter();
  const { data, failure, again } = useCare<LabsAnswer>(
    `/care/patients/${head.id}/labs`,
    head.id,
    askedOf(filter),
  );
  const [opened, setOpened] = useState<string | null>(null);
  if (failure && !data) return <ErrorState failure={failure} onRetry={again} />;
  if (!data) return <Skeleton rows={12} />;
  const shown = filter.loinc ?? data.kinds[0]?.loinc ?? '';
  return (
    <>
      <section className="care-part">
        <h3>{t('trend')}</h3>
        <div className="care-form">
          <SelectField
            label={t('assay')}
            value={filter.loinc}
            placeholder={t('all')}
            choices={data.kinds.map(({ loinc, name, n }) => ({
              value: loinc,
              label: `${nameOf(name)} (${n})`,
            }))}
            onChange={(code) => put('loinc', code)}
          />
          <DateField label={t('from')} value={filter.from} onChange={(day) => put('from', day)} />
          <DateField label={t('to')} value={filter.to} onChange={(day) => put('to', day)} />
        </div>
        <TrendPart answer={data} loinc={shown} />
        {data.rows.length === 0 ? (
          <EmptyState title={t('noResults')}>{t('noResultsText')}</EmptyState>
        ) : (
          <ValuesTable
            rows={data.rows}
            onOpen={({ source }) => setOpened(source.replace('labreport-', ''))}
          />
        )}
      </section>
      <div className="care-cols">
        <section className="care-part">
          <h3>{t('orders')}</h3>
          {data.orders.length === 0 && <p className="ops-muted">{t('noOrders')}</p>}
          <table className="care-table">
            <tbody>
              {data.orders.map((row) => (
                <tr key={row.id}>
                  <td className="ops-code">{row.state.order?.ref}</td>
                  <td>
                    {row.state.order?.tests.map(({ name }) => name).join(', ')}
                    <p className="ops-muted">
                      {row.state.order?.labName} · {formatDate(row.beganAt)} ·{' '}
                      {formatMoney(row.state.order?.pricePaise ?? 0)}
                    </p>
                  </td>
                  <td>
                    <OrderSteps row={row} onDone={again} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {!head.diedOn && !head.glassUntil && hasRight(person, 'Prescription/labStats:create') && (
            <OrderForm patient={head.id} onDone={again} />
          )}
        </section>
        <section className="care-part">
          <h3>{t('reports')}</h3>
          <table className="care-table">
            <tbody>
              {data.reports.map((row) => (
                <tr key={row.id}>
                  <td>
                    <button type="button" className="qu-ref ops-code" onClick={() => setOpened(row.id)}>
                      {row.state.report?.ref}
                    </button>
                  </td>
                  <td>
                    {row.state.report?.labName}
                    <p className="ops-muted">{formatDate(row.beganAt)}</p>
                  </td>
                  <td>
                    <StatusWord tone={row.state.stage === 'verified' ? 'muted' : 'warn'}>
                      {lab(`stage.${row.state.stage}`)}
                    </StatusWord>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
      {opened && <ReportDialog id={opened} onClose={() => setOpened(null)} onChanged={again} />}
    </>
  );
}

function OrderForm({ patient, onDone }: { patient: number; onDone: () => void }): ReactNode {
  const t = useCareTranslations();
  const labs = useChoices('lab');
  const tests = useChoices('labTest');
  const doctors = useChoices('doctor');
  const order = useCommand('laborder', 'order');
  const [lab, setLab] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [doctor, setDoctor] = useState<string | null>(null);
  const send = (): void =>
    void order
      .run('new', {
        patientId: patient,
        labId: Number(lab),
        testIds: chosen.map(Number),
        doctorId: doctor ? Number(doctor) : null,
        source: 'careConnect',
      })
      .then((done) => {
        if (!done) return;
        setChosen([]);
        onDone();
      });
  return (
    <form
      className="care-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <SelectField label={t('lab')} value={lab} choices={picks(labs)} onChange={setLab} required />
      <MultiField label={t('tests')} value={chosen} choices={picks(tests)} onChange={setChosen} required />
      <SelectField label={t('doctor')} value={doctor} choices={picks(doctors)} onChange={setDoctor} />
      <div className="care-actions care-wide">
        <Button type="submit" loading={order.pending} disabled={!lab || chosen.length === 0}>
          {t('orderTests')}
        </Button>
      </div>
      {order.failure && <InlineError failure={order.failure} />}
    </form>
  );
}
