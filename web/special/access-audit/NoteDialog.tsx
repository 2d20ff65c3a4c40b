import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useFrame } from '#web/locales/translations.ts';
import { useAccessAuditTranslations } from './translations.ts';

const aggregates = { review: 'readingalert', sign: 'readingreview' } as const;

/** An admin's finding about one alert or a whole week. */
export function NoteDialog({
  command,
  id,
  title,
  onClose,
}: {
  command: 'review' | 'sign';
  id: string;
  title: string;
  onClose: (done: boolean) => void;
}): ReactNode {
  const t = useAccessAuditTranslations();
  const frame = useFrame();
  const { run, retry, pending, failure } = useCommand(aggregates[command], command);
  const draft = useDraft(`${aggregates[command]}.${command}`, id, { note: '' });
  const { note } = draft.values;
  const [tried, setTried] = useState(false);
  const short = note.trim().length < 5;
  const shown = (done: unknown): void => {
    if (!done) return;
    draft.done();
    toast({ text: t('done'), tone: 'ok' });
    onClose(true);
  };
  const send = async (): Promise<void> => {
    setTried(true);
    if (!short) shown(await run(id, { note: note.trim() }));
  };
  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      pending={pending}
      title={title}
      actions={
        <>
          <Button variant="default" disabled={pending} onClick={() => onClose(false)}>
            {frame('cancel')}
          </Button>
          <Button loading={pending} onClick={() => void send()}>
            {frame('save')}
          </Button>
        </>
      }
    >
      <DraftNote draft={draft} />
      <AreaField
        label={t('note')}
        value={note}
        onChange={(text) => draft.put({ note: text })}
        required
        autoFocus
        maxLength={500}
        error={tried && short ? t('noteShort') : null}
      />
      {failure && <InlineError failure={failure} onRetry={() => void retry().then(shown)} />}
    </Dialog>
  );
}
