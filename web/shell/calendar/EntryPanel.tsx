import { Button, TextInput, Textarea } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { businessDay, clockTime, instantOf } from '#shared/core/day.ts';
import { useCommand } from '#web/live/use-command.ts';
import { prompt } from '#web/parts/prompt.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { useDraft } from '#web/parts/use-draft.ts';
import type { OwnRow } from './items.ts';
import { useCalendarTranslations } from './translations.ts';
import '../form.css';

export type Draft = Pick<OwnRow, 'title' | 'from' | 'to' | 'note'> & {
  readonly id: string | null;
  readonly version: number;
};

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Creates, edits and deletes a personal entry. */
export function EntryPanel({ draft: begun, onClose }: { draft: Draft; onClose: () => void }): ReactNode {
  const t = useCalendarTranslations();
  const draft = useDraft<{ title: string; day: string | null; from: string; to: string; note: string }>(
    'calendarentry',
    begun.id,
    {
      title: begun.title,
      day: businessDay(Date.parse(begun.from)),
      from: clockTime(Date.parse(begun.from)),
      to: clockTime(Date.parse(begun.to)),
      note: begun.note,
    },
  );
  const { title, day, from, to, note } = draft.values;
  const add = useCommand('calendarentry', 'add');
  const change = useCommand('calendarentry', 'change');
  const remove = useCommand('calendarentry', 'remove');
  const failure = add.failure ?? change.failure ?? remove.failure;
  const whole = title.trim() !== '' && day !== null && isTime(from) && isTime(to);
  useUnsaved(title !== begun.title || note !== begun.note);

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (!whole || day === null) return;
    const body = {
      title: title.trim(),
      from: new Date(instantOf(day, from)).toISOString(),
      to: new Date(instantOf(day, to)).toISOString(),
      note: note.trim(),
    };
    const done =
      begun.id === null
        ? await add.run('new', body)
        : await change.run(begun.id, body, { version: begun.version });
    if (!done) return;
    draft.done();
    toast({ text: t('saved'), tone: 'ok' });
    onClose();
  };
  const takeAway = async (): Promise<void> => {
    if (begun.id === null || !(await prompt({ title: t('removeAsk', { title: begun.title }), danger: true })))
      return;
    if (!(await remove.run(begun.id))) return;
    draft.done();
    toast({ text: t('removed'), tone: 'ok' });
    onClose();
  };

  return (
    <Panel title={begun.id === null ? t('add') : t('own')} onClose={onClose} width={340}>
      <form className="sh-form" onSubmit={(event) => void submit(event)}>
        {failure && (
          <InlineError
            failure={failure}
            onDismiss={() => [add, change, remove].forEach((one) => one.dismiss())}
          />
        )}
        <DraftNote draft={draft} />
        <TextInput
          label={t('title')}
          value={title}
          maxLength={120}
          data-autofocus
          autoFocus
          onChange={(event) => draft.put({ title: event.currentTarget.value })}
        />
        <DateField label={t('date')} value={day} onChange={(chosen) => draft.put({ day: chosen })} />
        <div className="cal-times">
          <TextInput
            label={t('from')}
            value={from}
            placeholder={t('timeFormat')}
            maxLength={5}
            onChange={(event) => draft.put({ from: event.currentTarget.value })}
            error={!isTime(from)}
          />
          <TextInput
            label={t('to')}
            value={to}
            placeholder={t('timeFormat')}
            maxLength={5}
            onChange={(event) => draft.put({ to: event.currentTarget.value })}
            error={!isTime(to)}
          />
        </div>
        <Textarea
          label={t('note')}
          value={note}
          maxLength={500}
          autosize
          minRows={3}
          onChange={(event) => draft.put({ note: event.currentTarget.value })}
        />
        <div className="ops-dialog-actions">
          {begun.id !== null && (
            <Button variant="light" color="danger" loading={remove.pending} onClick={() => void takeAway()}>
              {t('remove')}
            </Button>
          )}
          <Button type="submit" loading={add.pending || change.pending} disabled={!whole}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
