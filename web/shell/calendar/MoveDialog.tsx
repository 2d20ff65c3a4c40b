import { Button, TextInput } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { showDay } from '#shared/core/day.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import type { BookedRow } from './items.ts';
import { useCalendarTranslations } from './translations.ts';
import '../form.css';

/** Asks for a reason and requests another time for an appointment; refusals are shown here. */
export function MoveDialog({
  row,
  to,
  onClose,
}: {
  row: BookedRow;
  to: { readonly day: string; readonly time: string };
  onClose: () => void;
}): ReactNode {
  const t = useCalendarTranslations();
  const draft = useDraft('appointment.requestReschedule', row.id, { reason: '' });
  const { reason } = draft.values;
  const request = useCommand('appointment', 'requestReschedule');
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (
      !(await request.run(
        row.id,
        { appDate: to.day, slotFrom: to.time, reason: reason.trim() },
        { version: row.version },
      ))
    )
      return;
    draft.done();
    toast({ text: t('asked'), tone: 'ok' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('moveTitle', { ref: row.ref })}
      width={420}
      keep={reason.trim() !== ''}
    >
      <form className="sh-form" onSubmit={(event) => void submit(event)}>
        <dl className="cal-facts">
          <div>
            <dt>{t('moveFrom')}</dt>
            <dd className="ops-figures">
              {showDay(row.appDate)} {row.slotFrom} · {row.assignedName}
            </dd>
          </div>
          <div>
            <dt>{t('moveTo')}</dt>
            <dd className="ops-figures">
              <strong>
                {showDay(to.day)} {to.time}
              </strong>
            </dd>
          </div>
        </dl>
        <p className="cal-note">{t('moveText')}</p>
        {request.failure && (
          <InlineError
            failure={request.failure}
            onRetry={() => void request.retry()}
            onDismiss={request.dismiss}
          />
        )}
        <DraftNote draft={draft} />
        <TextInput
          label={t('reason')}
          value={reason}
          maxLength={200}
          data-autofocus
          onChange={(event) => draft.put({ reason: event.currentTarget.value })}
        />
        <div className="ops-dialog-actions">
          <Button type="submit" loading={request.pending} disabled={reason.trim().length < 5}>
            {t('moveSend')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
