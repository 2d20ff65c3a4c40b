import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ReportHeadProps } from '#web/families/report/head.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { toast } from '#web/parts/toast.tsx';
import { OverseeDialog } from '../attendance/OverseeDialog.tsx';
import type { CommandRequest } from '../attendance/OverseeDialog.tsx';
import '../attendance/attendance.css';
import { addBoardTranslations, useBoardTranslations } from '../attendance/translations.ts';
import { monthTranslations } from './translations.ts';

addBoardTranslations();
addTranslations('attendance-month', monthTranslations);

/** Enters a missing day by hand, with a reason, and leads to the HR board, where days are corrected. */
export function Head({ onChanged }: ReportHeadProps): ReactNode {
  const { t } = useTranslations('attendance-month');
  const person = usePerson();
  const [entering, setEntering] = useState(false);
  const mayEnter = hasRight(person, 'Masters/attendanceDetails:edit');
  const enter = (): void => setEntering(true);
  useCommands([
    {
      id: 'attendance-month.enter',
      label: t('enter'),
      keys: 'n',
      scope: 'screen',
      permitted: mayEnter,
      run: enter,
    },
  ]);
  return (
    <>
      {hasRight(person, 'HR/attendanceDetails:view') && (
        <Link className="ops-link" to="/HR/attendanceDetails">
          {t('board')}
        </Link>
      )}
      <ActionButton label={t('enter')} keys="n" disabled={mayEnter ? null : t('off.right')} onClick={enter} />
      {entering && <EnterDay onDone={onChanged} onClose={() => setEntering(false)} />}
    </>
  );
}

function EnterDay({ onDone, onClose }: { onDone: () => void; onClose: () => void }): ReactNode {
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
