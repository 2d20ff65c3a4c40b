import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { dataSteps } from '#shared/streams/care/cccase/state.ts';
import { readCaseId } from '#shared/streams/care/cccase/months.ts';
import type { MonthAnswer } from '#shared/streams/care/wire.ts';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState } from '#web/parts/states.tsx';
import { KitSteps, StepDone, StepLine } from '../care/CaseSteps.tsx';
import { Escalations } from '../care/Escalations.tsx';
import { useCareTranslations } from '../care/translations.ts';
import { useCare } from '../care/use-care.ts';
import '../care/care.css';

/** The month behind a row of the care queue: its steps, pending work, and the link to the wizard. */
export function CccasePanel({
  row,
  working,
  blocked,
}: SubjectPanelProps & { readonly row: QueueRow }): ReactNode {
  const t = useCareTranslations();
  const words = useTranslations('cccase').t;
  const { patientId, month } = readCaseId(row.id);
  const { data, failure, again } = useCare<MonthAnswer>(`/care/patients/${patientId}/month`, patientId, {
    month,
  });
  if (failure && !data) return <ErrorState failure={failure} onRetry={again} />;
  if (!data?.case) return <Skeleton rows={6} />;
  const { state } = data.case;
  const off = blocked ?? (working ? null : t('beginFirst'));
  const next = dataSteps.find((step) => !state.steps[step]);
  return (
    <div className="care-part">
      <StepLine state={state} {...(next ? { current: next } : {})} />
      {state.stage === 'inProgress' && next && (
        <>
          <strong>{words(`step.${next}`)}</strong>
          <StepDone key={next} caseId={Number(row.id)} step={next} off={off} onDone={again} />
        </>
      )}
      <KitSteps caseId={Number(row.id)} state={state} asked={data.kitAsked} off={off} onDone={again} />
      <Link to={`/prescription/careConnectV2?patient=${patientId}`}>{t('toWizard')}</Link>
      <Escalations patient={patientId} rows={data.escalations} mayRaise onDone={again} />
    </div>
  );
}
