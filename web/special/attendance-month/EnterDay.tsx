import type { ReactNode } from 'react';
import { useCommand } from '#web/live/use-command.ts';
import { toast } from '#web/parts/toast.tsx';
import { OverseeDialog } from '../attendance/OverseeDialog.tsx';
import type { Order } from '../attendance/OverseeDialog.tsx';
import '../attendance/attendance.css';
import { addBoardWords, useBoardWords } from '../attendance/words.ts';

addBoardWords();

/** A day that has no record is entered by hand, with its reason: the very dialog of the HR board. */
export function EnterDay({ onDone, onClose }: { onDone: () => void; onClose: () => void }): ReactNode {
  const t = useBoardWords();
  const { run, pending, failure } = useCommand('attendance', 'regularizeCheckIn');
  const send = async ({ empId, name, day, input }: Order): Promise<boolean> => {
    if (!(await run(`${empId}-${day}`, input))) return false;
    toast({ text: t('done.regularizeCheckIn', { name }), tone: 'ok' });
    onDone();
    onClose();
    return true;
  };
  return <OverseeDialog doing="regularizeCheckIn" whose={null} pending={pending} failure={failure} onSend={send} onClose={onClose} />;
}
