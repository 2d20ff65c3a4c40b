import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  goalStatuses,
  unfinished,
  type AssessmentState,
  type Goal,
} from '#shared/streams/care/cccase/assessment.ts';
import { sections } from '#shared/streams/care/cccase/sections.ts';
import type { CareCaseState } from '#shared/streams/care/cccase/state.ts';
import type { Kept } from '#shared/streams/care/wire.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { Moved, SectionField } from './AssessmentSection.tsx';
import { useCareTranslations } from './translations.ts';
import { useOver } from './use-over.ts';

interface EditorProps {
  readonly caseId: number;
  readonly state: CareCaseState;
  readonly assessment: Kept<AssessmentState> | null;
  /** Why nothing may be sent now. */
  readonly off: string | null;
  readonly onDone: () => void;
}

/** Ten sections and the goals; what was carried over from last month is marked until somebody confirms it. */
export function AssessmentEditor({ caseId, state, assessment, off, onDone }: EditorProps): ReactNode {
  const t = useCareTranslations();
  const submit = useCommand('cccase', 'submitAssessment');
  const written = assessment?.state;
  const { empty, carried } = unfinished(written);
  const open = state.stage === 'inProgress' || state.stage === 'assessment';
  return (
    <div>
      {state.returned && <p className="care-alarm">{t('returned', { text: state.returned })}</p>}
      {sections.map((section) => (
        <SectionField
          key={section}
          caseId={caseId}
          section={section}
          written={written}
          open={open}
          onDone={onDone}
        />
      ))}
      <Goals
        caseId={caseId}
        goals={written?.goals ?? []}
        version={written?.goalsVersion ?? 0}
        open={open}
        onDone={onDone}
      />
      {state.stage === 'assessment' && (
        <div className="care-actions">
          <Button
            loading={submit.pending}
            disabled={off !== null || empty.length + carried.length > 0}
            title={off ?? undefined}
            onClick={() => void submit.run(caseId, {}).then((done) => done && onDone())}
          >
            {state.face?.reviewBy === 'doctor' ? t('toDoctor') : t('toKit')}
          </Button>
          <span className="ops-muted">
            {t('sectionsLeft', { empty: empty.length, carried: carried.length })}
          </span>
        </div>
      )}
      {submit.failure && <InlineError failure={submit.failure} />}
    </div>
  );
}

function Goals({
  caseId,
  goals,
  version,
  open,
  onDone,
}: {
  caseId: number;
  goals: readonly Goal[];
  version: number;
  open: boolean;
  onDone: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const words = useTranslations('assessment').t;
  const set = useCommand('assessment', 'setGoals');
  const edit = useOver<readonly Goal[]>(`${caseId}-goals`, 'assessment.setGoals', goals, version);
  const rows = edit.value;
  const send = async (): Promise<void> => {
    if (!(await set.run(caseId, { goals: rows, version: edit.seen }))) return;
    edit.sent();
    onDone();
  };
  const put = (at: number, change: Partial<Goal>): void =>
    edit.type(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <section className="care-part">
      <h3>{t('goals')}</h3>
      <DraftNote draft={edit} />
      {open && edit.moved && (
        <Moved edit={edit} text={t('goalsMoved')}>
          <ul>
            {goals.map(({ goalId, target, actual, status }) => (
              <li key={goalId}>{[target, actual, words(`goal.${status}`)].filter(Boolean).join(' · ')}</li>
            ))}
          </ul>
        </Moved>
      )}
      {rows.map((goal, at) => (
        <div key={goal.goalId} className="care-form">
          <TextField
            label={t('target')}
            value={goal.target}
            readOnly={!open}
            onChange={(target) => put(at, { target })}
          />
          <TextField
            label={t('actual')}
            value={goal.actual ?? ''}
            readOnly={!open}
            onChange={(actual) => put(at, { actual: actual === '' ? null : actual })}
          />
          <SelectField
            label={t('goalStatus')}
            value={goal.status}
            required
            disabled={!open}
            choices={goalStatuses.map((one) => ({ value: one, label: words(`goal.${one}`) }))}
            onChange={(one) => put(at, { status: goalStatuses.find((status) => status === one) ?? 'open' })}
          />
        </div>
      ))}
      {open && (
        <div className="care-actions">
          <Button
            size="compact-xs"
            variant="default"
            onClick={() =>
              edit.type([
                ...rows,
                { goalId: `g${rows.length + 1}`, target: '', actual: null, status: 'open' },
              ])
            }
          >
            {t('addGoal')}
          </Button>
          {edit.changed && !edit.moved && (
            <Button
              size="compact-xs"
              loading={set.pending}
              disabled={rows.some(({ target }) => target.trim() === '')}
              onClick={() => void send()}
            >
              {t('save')}
            </Button>
          )}
        </div>
      )}
      {set.failure && <InlineError failure={set.failure} />}
    </section>
  );
}
