import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import {
  goalStatuses,
  unfinished,
  type AssessmentState,
  type Goal,
} from '#shared/streams/care/cccase/assessment.ts';
import { sections, type Section } from '#shared/streams/care/cccase/sections.ts';
import type { CareCaseState } from '#shared/streams/care/cccase/state.ts';
import type { Kept } from '#shared/streams/care/wire.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField, TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useCareTranslations } from './translations.ts';

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
          key={`${section} ${written?.sections[section]?.version ?? 0}`}
          caseId={caseId}
          section={section}
          written={written}
          open={open}
          onDone={onDone}
        />
      ))}
      <Goals
        key={JSON.stringify(written?.goals ?? [])}
        caseId={caseId}
        goals={written?.goals ?? []}
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

function SectionField({
  caseId,
  section,
  written,
  open,
  onDone,
}: {
  caseId: number;
  section: Section;
  written: AssessmentState | undefined;
  open: boolean;
  onDone: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const words = useTranslations('assessment').t;
  const found = written?.sections[section];
  const [text, setText] = useState(found?.text ?? '');
  const write = useCommand('assessment', 'writeSection');
  const confirm = useCommand('assessment', 'confirmSection');
  const changed = text.trim() !== (found?.text ?? '');
  const failure = write.failure ?? confirm.failure;
  return (
    <div className="care-section">
      <AreaField
        label={words(`section.${section}`)}
        value={text}
        onChange={setText}
        readOnly={!open}
        maxLength={2_000}
        rows={2}
      />
      <div className="care-actions">
        {found?.carried && (
          <StatusWord tone="warn" soft>
            {t('carried')}
          </StatusWord>
        )}
        {found && (
          <span className="ops-muted">
            {found.by}, {formatInstant(found.at)} · v{found.version}
          </span>
        )}
        {open && found?.carried && !changed && (
          <Button
            size="compact-xs"
            variant="default"
            loading={confirm.pending}
            onClick={() => void confirm.run(caseId, { section }).then((done) => done && onDone())}
          >
            {t('confirm')}
          </Button>
        )}
        {open && changed && (
          <Button
            size="compact-xs"
            loading={write.pending}
            disabled={text.trim() === ''}
            onClick={() => void write.run(caseId, { section, text }).then((done) => done && onDone())}
          >
            {t('save')}
          </Button>
        )}
      </div>
      {failure && <InlineError failure={failure} />}
    </div>
  );
}

function Goals({
  caseId,
  goals,
  open,
  onDone,
}: {
  caseId: number;
  goals: readonly Goal[];
  open: boolean;
  onDone: () => void;
}): ReactNode {
  const t = useCareTranslations();
  const words = useTranslations('assessment').t;
  const [rows, setRows] = useState(goals);
  const set = useCommand('assessment', 'setGoals');
  const put = (at: number, change: Partial<Goal>): void =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  const changed = JSON.stringify(rows) !== JSON.stringify(goals);
  return (
    <section className="care-part">
      <h3>{t('goals')}</h3>
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
              setRows([...rows, { goalId: `g${rows.length + 1}`, target: '', actual: null, status: 'open' }])
            }
          >
            {t('addGoal')}
          </Button>
          {changed && (
            <Button
              size="compact-xs"
              loading={set.pending}
              disabled={rows.some(({ target }) => target.trim() === '')}
              onClick={() => void set.run(caseId, { goals: rows }).then((done) => done && onDone())}
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
