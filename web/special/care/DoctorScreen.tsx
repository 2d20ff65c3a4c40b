import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { DoctorAnswer, DoctorPending, PatientHead } from '#shared/streams/care/wire.ts';
import { sections } from '#shared/streams/care/cccase/sections.ts';
import { unitText } from '#shared/streams/care/clinical/units.ts';
import { formatDate, formatInstant, formatNumber } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { Sparkline } from '#web/parts/chart/Sparkline.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { Timeline } from '#web/parts/timeline/Timeline.tsx';
import { DoctorDecision } from './DoctorDecision.tsx';
import { DoctorQuestions } from './DoctorQuestions.tsx';
import { Escalations } from './Escalations.tsx';
import { OpenEscalations } from './MonthScreen.tsx';
import { PatientFrame } from './PatientFrame.tsx';
import { useEventTitle } from './StoryPanel.tsx';
import { useCareTranslations } from './translations.ts';
import { useCare, useClinicalName } from './use-care.ts';
import { flagTone, rangeText } from './ValuesTable.tsx';

export function DoctorScreen(): ReactNode {
  return <PatientFrame before={<Waiting />}>{(head) => <Doctor head={head} />}</PatientFrame>;
}

/** What waits for a doctor: escalations and assessments of the own places. */
function Waiting(): ReactNode {
  const t = useCareTranslations();
  const { data, failure, again } = useCare<{ rows: readonly DoctorPending[] }>('/care/doctor', 0);
  return (
    <div className="care-part">
      <OpenEscalations />
      <DoctorQuestions patient={null} />
      <section className="care-part">
        <h3>
          {t('toDecide')} <span className="ops-muted">{data?.rows.length ?? '–'}</span>
        </h3>
        {failure && !data && <ErrorState failure={failure} onRetry={again} />}
        {data?.rows.length === 0 && (
          <EmptyState title={t('nothingToDecide')}>{t('nothingToDecideText')}</EmptyState>
        )}
        <table className="care-table">
          <tbody>
            {data?.rows.map((row) => (
              <tr key={row.caseId}>
                <td>
                  <Link to={`/prescription/DoctorView?patient=${row.patientId}`}>{row.name}</Link>{' '}
                  {row.escalations > 0 && (
                    <StatusWord tone="danger">{t('escalationsN', { n: row.escalations })}</StatusWord>
                  )}
                </td>
                <td>{row.month}</td>
                <td>{row.submittedBy}</td>
                <td className="ops-figures">{formatInstant(row.submittedAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** The thirty seconds before a call. */
function Doctor({ head }: { head: PatientHead }): ReactNode {
  const t = useCareTranslations();
  const nameOf = useClinicalName();
  const words = useTranslations('assessment').t;
  const title = useEventTitle();
  const { data, failure, again } = useCare<DoctorAnswer>(`/care/patients/${head.id}/doctor`, head.id);
  if (failure && !data) return <ErrorState failure={failure} onRetry={again} />;
  if (!data) return <Skeleton rows={12} />;
  return (
    <>
      <Escalations patient={head.id} rows={data.escalations} mayRaise={!head.diedOn} onDone={again} />
      <DoctorQuestions patient={head.id} />
      <section className="care-part">
        <h3>{t('values')}</h3>
        <div className="care-sparks">
          {data.sparklines.map((one) => {
            const last = one.values[one.values.length - 1];
            return (
              <div key={one.loinc} className="care-spark">
                <span>
                  {nameOf(one.name)}
                  <br />
                  {last && (
                    <StatusWord tone={flagTone(last.flag)}>
                      {formatNumber(last.value, 1)} {unitText(one.unit)}
                    </StatusWord>
                  )}{' '}
                  <span className="ops-muted ops-figures">{rangeText(one.low, one.high)}</span>
                </span>
                <Sparkline values={one.values.map(({ value }) => value)} label={nameOf(one.name)} />
              </div>
            );
          })}
        </div>
      </section>
      <div className="care-cols">
        <section className="care-part">
          <h3>{data.since ? t('changedSince', { at: formatInstant(data.since) }) : t('lately')}</h3>
          <Timeline
            label={t('lately')}
            entries={data.changed.map((entry) => ({
              ...entry,
              id: String(entry.position),
              title: title(entry),
              kind: t(`story.${entry.kind}`),
            }))}
            empty={<p className="ops-muted">{t('nothingNew')}</p>}
          />
        </section>
        <section className="care-part">
          {data.case && data.case.state.stage === 'doctorReview' && (
            <>
              <h3>
                {t('toDecide')} {data.case.state.face?.month}
              </h3>
              {sections.map((section) => {
                const written = data.assessment?.state.sections[section];
                return written ? (
                  <p key={section}>
                    <strong>{words(`section.${section}`)}:</strong> {written.text}
                  </p>
                ) : null;
              })}
              <DoctorDecision found={data.case} onDone={again} />
            </>
          )}
          <h3>{t('medicines')}</h3>
          {data.medicines.length === 0 && <p className="ops-muted">{t('noMedicines')}</p>}
          <table className="care-table">
            <tbody>
              {data.medicines.map(({ medicine, months }) => (
                <tr key={medicine}>
                  <td>{medicine}</td>
                  {months.map(({ month, taken, due, reason }) => (
                    <td key={month} className="ops-figures" title={reason ?? undefined}>
                      {month}{' '}
                      <StatusWord tone={taken / due < 0.8 ? 'warn' : 'muted'}>
                        {Math.round((taken / due) * 100)} %
                      </StatusWord>
                    </td>
                  ))}
                </tr>
              ))}
              {data.prescribed.map(({ name, at }) => (
                <tr key={at}>
                  <td>{name}</td>
                  <td className="ops-figures">{formatDate(at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <h3>{t('history')}</h3>
          {data.history.map(({ stream, state }) => (
            <p key={stream}>
              {state.name} <span className="ops-muted">{state.by?.name}</span>
            </p>
          ))}
        </section>
      </div>
    </>
  );
}
