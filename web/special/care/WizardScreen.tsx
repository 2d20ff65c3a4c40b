import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { dataSteps } from '#shared/streams/care/cccase/state.ts';
import type { MonthAnswer, PatientHead } from '#shared/streams/care/wire.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState, InlineError } from '#web/parts/states.tsx';
import { KitAfter } from './KitAfter.tsx';
import { AssessmentEditor } from './AssessmentEditor.tsx';
import { KitSteps, StepDone, StepLine } from './CaseSteps.tsx';
import { AdherenceForm, OpenEscalations } from './MonthScreen.tsx';
import { PatientFrame } from './PatientFrame.tsx';
import { ReadingForm } from './ReadingForm.tsx';
import { useCareTranslations } from './translations.ts';
import { useCare, useClinicalName } from './use-care.ts';
import { shownValue } from './ValuesTable.tsx';

export function WizardScreen(): ReactNode {
  return <PatientFrame before={<OpenEscalations />}>{(head) => <Wizard head={head} />}</PatientFrame>;
}

const pages = [...dataSteps, 'assessment', 'kit'] as const;
type Page = (typeof pages)[number];

function pageOf(stage: string, done: readonly string[]): Page {
  if (stage === 'assessment' || stage === 'doctorReview') return 'assessment';
  if (stage === 'kitDraft' || stage === 'kitReady' || stage === 'closed') return 'kit';
  return dataSteps.find((step) => !done.includes(step)) ?? 'assessment';
}

/** The month by keyboard: claim, call, step by step to the assessment and its kit. J and K go between the steps. */
function Wizard({ head }: { head: PatientHead }): ReactNode {
  const t = useCareTranslations();
  const nameOf = useClinicalName();
  const words = useTranslations('cccase').t;
  const person = usePerson();
  const { data, failure, again } = useCare<MonthAnswer>(`/care/patients/${head.id}/month`, head.id);
  const [asked, setAsked] = useState<Page | null>(null);
  const claim = useCommand('queueitem', 'claim');
  const start = useCommand('cccase', 'start');
  const call = useCommand('call', 'placeCall');
  const found = data?.case;
  const state = found?.state;
  const page = asked ?? pageOf(state?.stage ?? '', Object.keys(state?.steps ?? {}));
  const mine = data?.holder !== null && data?.holder?.empId === person?.empId;
  const working = mine && data?.holder?.state === 'working';
  const go = (by: number): void =>
    setAsked(pages[Math.min(pages.length - 1, Math.max(0, pages.indexOf(page) + by))] ?? page);
  const begin = async (): Promise<void> => {
    if (!found) return;
    if (!mine && !(await claim.run(`cc-queue-${found.id}`, {}))) return;
    await start.run(found.id, {});
    again();
  };
  const dial = async (): Promise<void> => {
    if (!found) return;
    await call.run('new', { subject: `customer-${state?.face?.customerId}`, careCase: Number(found.id) });
  };
  useCommands([
    { id: 'care.next', label: t('nextStep'), keys: 'j', scope: 'screen', run: () => go(1) },
    { id: 'care.back', label: t('backStep'), keys: 'k', scope: 'screen', run: () => go(-1) },
    {
      id: 'care.begin',
      label: t('beginCase'),
      keys: 'b',
      scope: 'screen',
      disabled: found ? null : t('noMonth'),
      run: () => void begin(),
    },
    {
      id: 'care.call',
      label: t('callNow'),
      keys: 'd',
      scope: 'screen',
      disabled: working ? null : t('beginFirst'),
      run: () => void dial(),
    },
  ]);
  if (failure && !data) return <ErrorState failure={failure} onRetry={again} />;
  if (!data) return <Skeleton rows={10} />;
  if (!found || !state?.face)
    return (
      <EmptyState title={t('noMonth')}>
        {head.careStage === 'activeCare' ? t('noMonthYet', { day: head.cycleDay }) : t('notInCare')}
      </EmptyState>
    );
  const off = working ? null : t('beginFirst');
  const trouble = claim.failure ?? start.failure ?? call.failure;
  const caseId = Number(found.id);
  const step = dataSteps.find((one) => one === page);
  return (
    <>
      <StepLine state={state} current={page} />
      <div className="care-actions">
        {!working && state.stage !== 'doctorReview' && state.stage !== 'closed' && (
          <Button loading={claim.pending || start.pending} onClick={() => void begin()}>
            {t('beginCase')} (B)
          </Button>
        )}
        {working && (
          <Button variant="default" loading={call.pending} onClick={() => void dial()}>
            {t('callNow')} (D)
          </Button>
        )}
        <span className="ops-muted">
          {data.holder && !mine ? t('heldBy', { name: data.holder.name }) : t('keysHint')}
        </span>
      </div>
      {trouble && <InlineError failure={trouble} />}
      <section className="care-part" aria-label={words(`step.${page}`)}>
        <h3>
          {page === 'assessment'
            ? words('stage.assessment')
            : page === 'kit'
              ? t('kit')
              : words(`step.${page}`)}
        </h3>
        {page === 'personalHistory' && (
          <p>
            {t('checkHistory')}{' '}
            <Link to={`/prescription/personalHistory?patient=${head.id}`}>{t('tab.history')}</Link>
          </p>
        )}
        {page === 'vitals' && (
          <>
            <p>
              {t('required')}: {state.face.required.map(({ name }) => nameOf(name)).join(', ') || '–'}
            </p>
            <ReadingForm patient={head.id} source="phoneReported" onDone={again} />
            <p className="ops-muted">
              {data.vitals.map((row) => `${nameOf(row.name)} ${shownValue(row)}`).join(' · ')}
            </p>
          </>
        )}
        {page === 'labs' && (
          <p>
            {t('checkLabs')} <Link to={`/prescription/labStats?patient=${head.id}`}>{t('tab.labs')}</Link>
          </p>
        )}
        {page === 'adherence' && <AdherenceForm patient={head.id} month={data.month} onDone={again} />}
        {step &&
          (state.steps[step] ? (
            <p className="ops-tone-ok">✓ {t('doneBy', { name: state.steps[step].by })}</p>
          ) : (
            <StepDone
              key={step}
              caseId={caseId}
              step={step}
              off={off}
              onDone={() => {
                setAsked(null);
                again();
              }}
            />
          ))}
        {page === 'assessment' && (
          <AssessmentEditor
            caseId={caseId}
            state={state}
            assessment={data.assessment}
            off={off}
            onDone={again}
          />
        )}
        {page === 'kit' && (
          <KitSteps caseId={caseId} state={state} asked={data.kitAsked} off={off} onDone={again} />
        )}
        {page === 'kit' && data.kit && <KitAfter kit={data.kit} onDone={again} />}
        {page === 'kit' && state.stage === 'closed' && state.closedWhy && !data.kit && (
          <p>{words(`closing.${state.closedWhy}`)}</p>
        )}
      </section>
    </>
  );
}
