import type { ReactNode } from 'react';
import { useCommand } from '#web/live/use-command.ts';
import { toast } from '#web/parts/toast.tsx';
import { OverseeDialog } from '../attendance/OverseeDialog.tsx';
import type { CommandRequest } from '../attendance/OverseeDialog.tsx';
import '../attendance/attendance.css';
import { addBoardTranslations, useBoardTranslations } from '../attendance/translations.ts';

addBoardTranslations();

/** Enters a missing day by hand, with a reason: the same dialog as on the HR board. */
export function EnterDay({ onDone, onClose }: { onDone: () => void; onClose: () => void }): ReactNode {
  const t = useBoardTranslations();
  const { run, pending, failure } = useCommand('attendance', 'regularizeCheckIn');
  const send = async ({ empId, name, day, input }: CommandRequest): Promise<boolean> => {
    if (!(await run(`${empId}-${day}`, input))) return false;
    toast({ text: t('done.regularizeCheckIn', { name }), tone: 'ok' });
    onDone();
    onClose();
    return true;
  };
  return (
    <OverseeDialog
      doing="regularizeCheckIn"
      whose={null}
      pending={pending}
      failure={failure}
      onSend={send}
      onClose={onClose}
    />
  );
}
