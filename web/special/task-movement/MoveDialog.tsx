import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { TaskToMove } from '#shared/masters/reviews/task-movement.ts';
import type { MoveResult } from '#shared/streams/leads/taskmovement.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { ReasonDialog } from '#web/parts/send/ReasonDialog.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { showDay } from '#shared/core/day.ts';
import type { Translate } from '#web/locales/translations.ts';

type MoveAnswer = CommandAnswer & { readonly results: readonly MoveResult[]; readonly moved: number };

export interface MoveDialogProps {
  readonly from: { readonly iEmpId: number; readonly vEmpName: string };
  readonly to: { readonly iEmpId: number; readonly vEmpName: string };
  /** As selected; moved tasks leave the list behind the dialog. */
  readonly tasks: readonly TaskToMove[];
  readonly t: Translate;
  /** Text of the conflict. */
  readonly why: (clash: { readonly code: string; readonly details?: unknown }) => string;
  /** Called after tasks were moved or moved back. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Confirms once, shows the result of each task, and undoes the whole movement. */
export function MoveDialog({
  from,
  to,
  tasks: chosen,
  t,
  why,
  onChanged,
  onClose,
}: MoveDialogProps): ReactNode {
  const move = useCommand<MoveAnswer>('taskmovement', 'moveTasks');
  const back = useCommand<MoveAnswer>('taskmovement', 'takeBack');
  const [tasks] = useState(chosen);
  const [done, setDone] = useState<MoveAnswer | null>(null);
  const [undone, setUndone] = useState<MoveAnswer | null>(null);
  const clashes = tasks.filter(({ clash }) => clash !== null).length;
  const seen = tasks.map(({ iAppointmentId, version, appDate, slotFrom, iMinutes }) => ({
    iAppointmentId,
    version,
    appDate,
    slotFrom,
    iMinutes,
  }));
  const takeBack = async (): Promise<void> => {
    const answer = await back.run(done!.id);
    if (!answer) return;
    setUndone(answer);
    onChanged();
  };
  const shown = undone ?? done;
  if (shown)
    return (
      <Dialog
        open
        onClose={onClose}
        width={600}
        title={t(undone ? 'backTitle' : 'doneTitle', {
          moved: shown.moved,
          total: shown.results.length,
          name: undone ? from.vEmpName : to.vEmpName,
        })}
        actions={
          <>
            {!undone && shown.moved > 0 && (
              <Button variant="default" loading={back.pending} onClick={() => void takeBack()}>
                {t('takeBack')}
              </Button>
            )}
            <Button onClick={onClose}>{t('close')}</Button>
          </>
        }
      >
        <div className="tm-ask">
          {back.failure && (
            <InlineError failure={back.failure} onRetry={() => void back.retry()} onDismiss={back.dismiss} />
          )}
          <Results answer={shown} tasks={tasks} good={t(undone ? 'takenBack' : 'moved')} t={t} why={why} />
        </div>
      </Dialog>
    );
  return (
    <ReasonDialog
      about={['taskmovement.moveTasks', from.iEmpId]}
      width={480}
      title={t('confirmTitle', { count: tasks.length, name: to.vEmpName })}
      verb={t('move', { count: tasks.length })}
      cancel={t('back')}
      sending={move}
      send={(reason) => move.run('new', { from: from.iEmpId, to: to.iEmpId, reason, tasks: seen })}
      onSent={(answer) => {
        setDone(answer);
        onChanged();
      }}
      onClose={onClose}
    >
      <p>{t('confirmText')}</p>
      {clashes > 0 && <p className="ops-tone-warn">{t('confirmClash', { count: clashes })}</p>}
    </ReasonDialog>
  );
}

function Results({
  answer,
  tasks,
  good,
  t,
  why,
}: Pick<MoveDialogProps, 'tasks' | 't' | 'why'> & {
  readonly answer: MoveAnswer;
  readonly good: string;
}): ReactNode {
  const byId = new Map(tasks.map((task) => [task.iAppointmentId, task]));
  const stayed = answer.results.filter((one) => !one.ok);
  return (
    <>
      {stayed.length > 0 && <p className="tm-plain ops-tone-warn">{t('stayed', { count: stayed.length })}</p>}
      <ul className="tm-results" aria-label={t('result')}>
        {[...stayed, ...answer.results.filter((one) => one.ok)].map((one) => {
          const task = byId.get(one.iAppointmentId);
          return (
            <li key={one.iAppointmentId}>
              <span className="ops-code">{task?.ref ?? `#${one.iAppointmentId}`}</span>
              <span className="ops-figures">{task && `${showDay(task.appDate)} ${task.slotFrom}`}</span>
              {one.ok ? (
                <StatusWord tone="ok">{good}</StatusWord>
              ) : (
                <span className="ops-tone-danger">{why(one)}</span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
