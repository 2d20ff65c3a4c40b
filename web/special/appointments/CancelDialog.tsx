import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AppointmentRow } from '#shared/feeds/appointments.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useDeskTranslations } from './translations.ts';

export interface CancelDialogProps {
  readonly row: AppointmentRow;
  readonly command: 'cancel' | 'requestCancellation';
  readonly onClose: () => void;
}

/** Cancels an appointment or requests the cancellation, with a reason. */
export function CancelDialog({ row, command, onClose }: CancelDialogProps): ReactNode {
  const t = useDeskTranslations();
  const { run, pending, failure } = useCommand('appointment', command);
  const draft = useDraft(`appointment.${command}`, row.id, { reason: '' });
  const { reason } = draft.values;
  const [tried, setTried] = useState(false);
  const requests = command === 'requestCancellation';
  const short = reason.trim().length < 5;
  const send = async (): Promise<void> => {
    setTried(true);
    if (short || !(await run(row.id, { reason: reason.trim() }, { version: row.version }))) return;
    draft.done();
    toast({ text: t(`done.${command}`, { ref: row.ref }), tone: 'ok' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      pending={pending}
      title={t(requests ? 'requestCancelTitle' : 'cancelTitle', { ref: row.ref })}
      actions={
        <>
          <Button variant="default" disabled={pending} onClick={onClose}>
            {t('keep')}
          </Button>
          <Button color="danger" loading={pending} onClick={() => void send()}>
            {t(requests ? 'send' : 'cancel')}
          </Button>
        </>
      }
    >
      <p className="ad-plain">{t(requests ? 'requestCancelText' : 'cancelText')}</p>
      <DraftNote draft={draft} />
      <ReasonField
        draft={draft}
        label={t('reason')}
        hint={t('reasonRule')}
        error={failure?.field === 'reason' ? failure.message : tried && short ? t('reasonShort') : null}
        autoFocus
      />
      {failure && failure.field !== 'reason' && <InlineError failure={failure} />}
    </Dialog>
  );
}
