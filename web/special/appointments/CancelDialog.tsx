import type { ReactNode } from 'react';
import type { AppointmentRow } from '#shared/feeds/appointments.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ReasonDialog } from '#web/parts/send/ReasonDialog.tsx';
import { useDeskTranslations } from './translations.ts';

export interface CancelDialogProps {
  readonly row: AppointmentRow;
  readonly command: 'cancel' | 'requestCancellation';
  readonly onClose: () => void;
}

/** Cancels an appointment or requests the cancellation, with a reason. */
export function CancelDialog({ row, command, onClose }: CancelDialogProps): ReactNode {
  const t = useDeskTranslations();
  const commands = useCommand('appointment', command);
  const requests = command === 'requestCancellation';
  return (
    <ReasonDialog
      about={[`appointment.${command}`, row.id]}
      title={t(requests ? 'requestCancelTitle' : 'cancelTitle', { ref: row.ref })}
      verb={t(requests ? 'send' : 'cancel')}
      cancel={t('keep')}
      danger
      sending={commands}
      send={(reason) => commands.run(row.id, { reason }, { version: row.version })}
      done={t(`done.${command}`, { ref: row.ref })}
      onClose={onClose}
    >
      <p>{t(requests ? 'requestCancelText' : 'cancelText')}</p>
    </ReasonDialog>
  );
}
