import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { TaskToMove } from '#shared/masters/reviews/task-movement.ts';
import type { MoveResult } from '#shared/streams/leads/taskmovement.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
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
  const draft = useDraft('taskmovement.moveTasks', from.iEmpId, { reason: '' });
  const { reason } = draft.values;
  const [tried, setTried] = useState(false);
  const [done, setDone] = useState<MoveAnswer | null>(null);
  const [undone, setUndone] = useState<MoveAnswer | null>(null);
  const clashes = tasks.filter(({ clash }) => clash !== null).length;
  const short = reason.trim().length < 5;
  const send = async (): Promise<void> => {
    setTried(true);
    if (short) return;
    const seen = tasks.map(({ iAppointmentId, version, appDate, slotFrom, iMinutes }) => ({
      iAppointmentId,
      version,
      appDate,
      slotFrom,
      iMinutes,
    }));
    const answer = await move.run('new', {
      from: from.iEmpId,
      to: to.iEmpId,
      reason: reason.trim(),
      tasks: seen,
    });
    if (!answer) return;
    draft.done();
    setDone(answer);
    onChanged();
  };
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
    <Dialog
      open
      onClose={onClose}
      pending={move.pending}
      width={480}
      title={t('confirmTitle', { count: tasks.length, name: to.vEmpName })}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button loading={move.pending} onClick={() => void send()}>
            {t('move', { count: tasks.length })}
          </Button>
        </>
      }
    >
      <div className="tm-ask">
        {move.failure && (
          <InlineError failure={move.failure} onRetry={() => void move.retry()} onDismiss={move.dismiss} />
        )}
        <p className="tm-plain">{t('confirmText')}</p>
        {clashes > 0 && <p className="tm-plain ops-tone-warn">{t('confirmClash', { count: clashes })}</p>}
        <DraftNote draft={draft} />
        <ReasonField
          draft={draft}
          label={t('reason')}
          hint={t('reasonRule')}
          error={tried && short ? t('reasonShort') : null}
          autoFocus
        />
      </div>
    </Dialog>
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
