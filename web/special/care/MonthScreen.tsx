import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { EscalationRow } from '#shared/feeds/escalations.ts';
import type { Row } from '#web/live/rows.ts';
import type { MonthAnswer, PatientHead } from '#shared/streams/care/wire.ts';
import { unitText } from '#shared/streams/care/clinical/units.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { StepLine } from './CaseSteps.tsx';
import { Escalations } from './Escalations.tsx';
import { PatientFrame } from './PatientFrame.tsx';
import { Programme } from './Programme.tsx';
import { useCareTranslations } from './translations.ts';
import { useCare, useClinicalName } from './use-care.ts';
import { flagTone, shownValue } from './ValuesTable.tsx';

/** A patient's month; without a patient, the escalations that are open in one's places. */
export function MonthScreen(): ReactNode {
  return <PatientFrame before={<OpenEscalations />}>{(head) => <Month head={head} />}</PatientFrame>;
}

export function OpenEscalations(): ReactNode {
  const t = useCareTranslations();
  const words = useTranslations('escalation').t;
  const { rows } = useFeed<EscalationRow & Row>('care/escalations');
  const open = useFeedRows<EscalationRow & Row>(rows).toSorted(
    (a, b) => a.severity.localeCompare(b.severity) || a.raisedAt.localeCompare(b.raisedAt),
  );
  return (
    <section className="care-part">
      <h2>
        {t('openEscalations')} <span className="ops-muted">{open.length}</span>
      </h2>
      {open.length === 0 && <EmptyState title={t('noEscalations')}>{t('noEscalationsText')}</EmptyState>}
      <table className="care-table">
        <tbody>
          {open.map((row) => (
            <tr key={row.id}>
              <td>
                <StatusWord tone={row.severity === 'critical' ? 'danger' : 'warn'}>
                  {words(`severity.${row.severity}`)}
                </StatusWord>
              </td>
              <td>
                <Link to={`/prescription/careConnect?patient=${row.patientId}`}>{row.patientName}</Link>
                <p className="ops-muted">
                  {row.cause.name} {row.cause.value ?? ''} {unitText(row.cause.unit ?? '')}
                </p>
              </td>
              <td>{t('level', { n: row.level })}</td>
              <td>{row.acknowledgedBy ? t('takenBy', { name: row.acknowledgedBy }) : t('unheard')}</td>
              <td className="ops-figures">{formatInstant(row.raisedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Month({ head }: { head: PatientHead }): ReactNode {
  const t = useCareTranslations();
  const nameOf = useClinicalName();
  const words = useTranslations('cccase').t;
  const person = usePerson();
  const [month, setMonth] = useState<string | null>(null);
  const { data, failure, again } = useCare<MonthAnswer>(
    `/care/patients/${head.id}/month`,
    head.id,
    month ? { month } : {},
  );
  if (failure && !data) return <ErrorState failure={failure} onRetry={again} />;
  if (!data) return <Skeleton rows={10} />;
  const found = data.case;
  const mayEdit = hasRight(person, 'Prescription/careConnect:edit') && !head.glassUntil;
  return (
    <>
      <Escalations
        patient={head.id}
        rows={data.escalations}
        mayRaise={mayEdit && !head.diedOn}
        onDone={again}
      />
      <div className="care-cols">
        <section className="care-part">
          <h3>
            {t('month')} {data.month}{' '}
            {found && <StatusWord tone="info">{words(`stage.${found.state.stage}`)}</StatusWord>}
          </h3>
          {data.months.length > 1 && (
            <SelectField
              label={t('month')}
              value={data.month}
              required
              choices={data.months.map((one) => ({
                value: one.month,
                label: `${one.month} · ${words(`stage.${one.stage}`)}`,
              }))}
              onChange={setMonth}
            />
          )}
          {found?.state.face ? (
            <>
              <StepLine state={found.state} />
              <p className="ops-muted">
                {t('due')} {formatInstant(found.state.face.dueAt)} ·{' '}
                {data.holder ? t('heldBy', { name: data.holder.name }) : t('heldByNobody')}
                {found.state.missedAttempts > 0 && ` · ${t('missed', { n: found.state.missedAttempts })}`}
                {found.state.returned && ` · ${t('returned', { text: found.state.returned })}`}
              </p>
              {found.state.closedWhy && <p>{words(`closing.${found.state.closedWhy}`)}</p>}
              <div className="care-actions">
                <Link to={`/prescription/careConnectV2?patient=${head.id}`}>{t('toWizard')}</Link>
                <Link to={`/outBound/cc-queue?row=${found.id}`}>{t('toQueue')}</Link>
              </div>
            </>
          ) : (
            <EmptyState title={t('noMonth')}>
              {head.careStage === 'activeCare' ? t('noMonthYet', { day: head.cycleDay }) : t('notInCare')}
            </EmptyState>
          )}
          <h3>{t('adherence')}</h3>
          <table className="care-table">
            <tbody>
              {data.adherence.map(({ stream, state }) =>
                state.item?.kind === 'adherence' ? (
                  <tr key={stream}>
                    <td>{state.item.medicine}</td>
                    <td className="ops-figures">
                      {state.item.taken}/{state.item.due} (
                      {Math.round((state.item.taken / state.item.due) * 100)} %)
                    </td>
                    <td className="ops-muted">{state.item.reason}</td>
                  </tr>
                ) : null,
              )}
            </tbody>
          </table>
          {mayEdit && !head.diedOn && <AdherenceForm patient={head.id} month={data.month} onDone={again} />}
        </section>
        <section className="care-part">
          <h3>{t('lastValues')}</h3>
          <table className="care-table">
            <tbody>
              {data.vitals.map((row) => (
                <tr key={row.id}>
                  <td>{nameOf(row.name)}</td>
                  <td className="ops-figures">
                    <StatusWord tone={flagTone(row.flag)}>{shownValue(row)}</StatusWord>
                  </td>
                  <td className="ops-muted ops-figures">{formatInstant(row.at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Programme head={head} onDone={again} />
        </section>
      </div>
    </>
  );
}

export function AdherenceForm({
  patient,
  month,
  onDone,
}: {
  patient: number;
  month: string;
  onDone: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const record = useCommand('phx', 'record');
  const [values, setValues] = useState({
    medicine: '',
    due: null as number | null,
    taken: null as number | null,
    reason: '',
  });
  const send = (): void =>
    void record
      .run('adherence-new', {
        patientId: patient,
        item: {
          kind: 'adherence',
          month,
          medicine: values.medicine,
          due: values.due,
          taken: values.taken,
          reason: values.reason || null,
        },
      })
      .then((done) => {
        if (!done) return;
        setValues({ medicine: '', due: null, taken: null, reason: '' });
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
      <TextField
        label={t('medicine')}
        value={values.medicine}
        onChange={(medicine) => setValues({ ...values, medicine })}
      />
      <NumberField label={t('due')} value={values.due} onChange={(due) => setValues({ ...values, due })} />
      <NumberField
        label={t('taken')}
        value={values.taken}
        onChange={(taken) => setValues({ ...values, taken })}
      />
      <TextField
        label={t('reason')}
        value={values.reason}
        onChange={(reason) => setValues({ ...values, reason })}
      />
      <div className="care-actions">
        <Button
          type="submit"
          loading={record.pending}
          disabled={values.medicine === '' || values.due === null || values.taken === null}
        >
          {t('addDoses')}
        </Button>
      </div>
      {record.failure && (
        <div className="care-wide">
          <InlineError failure={record.failure} onDismiss={record.dismiss} />
        </div>
      )}
    </form>
  );
}
