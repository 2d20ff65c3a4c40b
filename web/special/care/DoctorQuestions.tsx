import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { QuestionRow } from '#shared/feeds/prescription-questions.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { Age } from '#web/parts/Age.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useQuestionTranslations } from './question-translations.ts';

type LiveRow = QuestionRow & Row;

/** How many answered questions of everybody stand below the open ones. */
const answeredShown = 10;
const byDue = (a: LiveRow, b: LiveRow): number => (a.dueAt ?? '').localeCompare(b.dueAt ?? '');
const byAnswer = (a: LiveRow, b: LiveRow): number =>
  (b.answered?.at ?? '').localeCompare(a.answered?.at ?? '');

/** Questions of the pharmacy to a doctor, the most urgent first; of one patient, or of everybody. */
export function DoctorQuestions({ patient }: { patient: number | null }): ReactNode {
  const t = useQuestionTranslations();
  const [params] = useSearchParams();
  const rows = useFeedRows(useFeed<LiveRow>('list/prescriptionQuestions').rows).filter(
    (row) => row.to === 'doctor' && (patient === null || row.patientId === patient),
  );
  const open = rows.filter(({ answered }) => answered === null).toSorted(byDue);
  const done = rows.filter(({ answered }) => answered !== null).toSorted(byAnswer);
  if (patient !== null && rows.length === 0) return null;
  return (
    <section className="care-part" aria-label={t('title')}>
      <h3>
        {t('title')} <span className="ops-muted ops-figures">{open.length}</span>
      </h3>
      {rows.length === 0 && <EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
      <ul className="dq-list">
        {[...open, ...done.slice(0, answeredShown)].map((row) => (
          <Question
            key={`${row.id} ${row.askedAt}`}
            row={row}
            asked={params.get('question') === row.id}
            linked={patient === null}
          />
        ))}
      </ul>
    </section>
  );
}

/** One question: open, overdue or answered; whoever may answers it here. */
function Question({ row, asked, linked }: { row: LiveRow; asked: boolean; linked: boolean }): ReactNode {
  const t = useQuestionTranslations();
  const person = usePerson();
  const now = useServerSecond();
  const here = useRef<HTMLLIElement>(null);
  const [writing, setWriting] = useState(asked);
  const { answered } = row;
  const overdue = !answered && row.dueAt !== null && now > Date.parse(row.dueAt);
  const may = hasRight(person, 'Prescription/DoctorView:edit');
  useEffect(() => {
    if (asked) here.current?.scrollIntoView({ block: 'center' });
  }, [asked]);
  return (
    <li ref={here}>
      <div className="dq-head">
        <span className="ops-code">{row.ref}</span>
        {linked && row.patientId !== null ? (
          <Link
            className="ops-link"
            to={`/prescription/DoctorView?patient=${row.patientId}&question=${row.id}`}
          >
            {row.patient}
          </Link>
        ) : (
          <b>{row.patient}</b>
        )}
        <StatusWord tone={answered ? 'ok' : overdue ? 'danger' : 'info'}>
          {t(answered ? 'answered' : overdue ? 'overdue' : 'open')}
        </StatusWord>
        <span className="ops-muted">
          {row.askedBy} · <Age at={row.askedAt} />
          {!answered && row.dueAt && ` · ${t('due', { at: formatInstant(Date.parse(row.dueAt)) })}`}
        </span>
      </div>
      <p>{row.text}</p>
      {answered ? (
        <p className="dq-answer">
          {answered.text}{' '}
          <span className="ops-muted">
            {answered.by} · {formatInstant(Date.parse(answered.at))}
          </span>
        </p>
      ) : writing && may ? (
        <Answer row={row} onClose={() => setWriting(false)} />
      ) : (
        may && (
          <Button size="compact-sm" variant="light" onClick={() => setWriting(true)}>
            {t('answer')}
          </Button>
        )
      )}
    </li>
  );
}

function Answer({ row, onClose }: { row: LiveRow; onClose: () => void }): ReactNode {
  const t = useQuestionTranslations();
  const command = useCommand('prescription', 'answerClarification');
  const draft = useDraft('prescription.answer', row.id, { text: '' });
  const text = draft.values.text.trim();
  const send = async (): Promise<void> => {
    if (text.length < 2 || !(await command.run(row.id, { text }))) return;
    draft.done();
    toast({ text: t('sent', { ref: row.ref, name: row.askedBy }), tone: 'ok' });
  };
  return (
    <form
      className="dq-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <AreaField
        label={t('yourAnswer')}
        hint={t('hint')}
        value={draft.values.text}
        required
        autoFocus
        maxLength={500}
        onChange={(next) => draft.put({ text: next })}
      />
      <DraftNote draft={draft} />
      {command.failure && (
        <InlineError
          failure={command.failure}
          onDismiss={command.dismiss}
          {...(command.failure.again ? { onRetry: () => void command.retry() } : {})}
        />
      )}
      <span className="care-actions">
        <Button type="submit" loading={command.pending} disabled={text.length < 2}>
          {t('send')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </span>
    </form>
  );
}
