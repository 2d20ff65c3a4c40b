import { useState } from 'react';
import type { ReactNode } from 'react';
import type { QuestionRow } from '#shared/feeds/prescription-questions.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows, useOnline } from '#web/live/use-feed.ts';
import { formatAge } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useCardsTranslations } from './cards-translations.ts';

type LiveRow = QuestionRow & Row;

/** Prescriptions that wait for the doctor or the customer: the question, and a field for the answer. */
export function Questions(): ReactNode {
  const t = useCardsTranslations();
  const feed = useFeed<LiveRow>('list/prescriptionQuestions');
  const rows = useFeedRows(feed.rows).filter(({ answered }) => answered === null);
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('questions')}>
      <h2>
        {t('questions')} <span className="ops-muted ops-figures">{rows.length}</span>
      </h2>
      <ul className="rx-questions">
        {rows
          .toSorted((a, b) => a.askedAt.localeCompare(b.askedAt))
          .map((row) => (
            <Question key={row.id} row={row} />
          ))}
      </ul>
    </section>
  );
}

function Question({ row }: { readonly row: LiveRow }): ReactNode {
  const t = useCardsTranslations();
  const person = usePerson();
  const online = useOnline();
  const now = useServerSecond();
  const [open, setOpen] = useState(false);
  const may =
    hasRight(person, 'Prescription/pdList:edit') || hasRight(person, 'Prescription/prescriptionChecker:edit');
  return (
    <li className="rx-question">
      <span>
        <span className="ops-code">{row.ref}</span> <b>{row.patient}</b>{' '}
        <span className="ops-muted">
          {t(`ask.${row.to}`)} · {row.askedBy} · {formatAge(now - Date.parse(row.askedAt))}
        </span>
      </span>
      <p>{row.text}</p>
      {open ? (
        <Answer row={row} onClose={() => setOpen(false)} />
      ) : (
        <ActionButton
          label={t('giveAnswer')}
          disabled={may ? (online ? null : t('offline')) : t('noAnswerRight')}
          onClick={() => setOpen(true)}
        />
      )}
    </li>
  );
}

function Answer({ row, onClose }: { readonly row: LiveRow; readonly onClose: () => void }): ReactNode {
  const t = useCardsTranslations();
  const command = useCommand('prescription', 'answerClarification');
  const draft = useDraft('prescription.answer', row.id, { text: '' });
  const send = async (): Promise<void> => {
    if (!(await command.run(row.id, { text: draft.values.text.trim() }))) return;
    draft.done();
    toast({ text: t(row.back === 'entry' ? 'backToEntry' : 'backToCheck', { ref: row.ref }), tone: 'ok' });
  };
  return (
    <div className="rx-answer">
      <AreaField
        label={t(`answer.${row.to}`)}
        value={draft.values.text}
        required
        autoFocus
        maxLength={500}
        onChange={(text) => draft.put({ text })}
      />
      <DraftNote draft={draft} />
      {command.failure && (
        <InlineError
          failure={command.failure}
          onDismiss={command.dismiss}
          {...(command.failure.again ? { onRetry: () => void command.retry() } : {})}
        />
      )}
      <span className="rx-row">
        <ActionButton
          label={t('saveAnswer')}
          primary
          pending={command.pending}
          disabled={draft.values.text.trim().length < 2 ? t('answerFirst') : null}
          onClick={() => void send()}
        />
        <ActionButton label={t('cancel')} onClick={onClose} />
      </span>
    </div>
  );
}
