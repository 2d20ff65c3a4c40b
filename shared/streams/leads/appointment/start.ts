import { z } from 'zod';
import { clockTime } from '../../../core/day.ts';
import { instant } from '../../../core/fields.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { atWork, attendanceReads } from '../../calls/queueitem/eligible.ts';
import { isOpenTask, startsAt, taskStatus, waitingPermits, type AppointmentState } from './state.ts';
import { taskEvent } from './task-events.ts';
import { startLimits } from './task-limits.ts';
import { inPlace, inTime, taskAccepts, taskContext, type TaskContext } from './task.machine.ts';
import { geofence, positionInput, type Position, type Whereabouts } from './visit-place.ts';

const minute = 60_000;

/** Device position, and when it was entered if it was sent later. */
export const fieldInput = { position: positionInput.optional(), typedAt: instant().optional() };

/** Why this person cannot work on this task now, whatever the action. */
export function notTheirs(task: AppointmentState, ctx: Ctx): Refusal | null {
  if (task.iAssignedTo !== ctx.viewer.empId) return refuse('taskNotYours', 403);
  // A visit under way goes on to its end, whatever is asked about it meanwhile.
  if (task.request && task.iTaskStatus !== taskStatus.started) return refuse('taskLockedByRequest', 409);
  return isOpenTask(task) ? atWork(ctx) : refuse('taskClosed', 409);
}

export function windowOf(task: Pick<AppointmentState, 'appDate' | 'slotFrom'>): {
  readonly from: string;
  readonly to: string;
} {
  const slot = startsAt(task);
  const text = (at: number): string => clockTime(at);
  return {
    from: text(slot - startLimits.earlyMinutes * minute),
    to: text(slot + startLimits.lateMinutes * minute),
  };
}

/** Why presence at the address is not proven; null when it is, or is not required. */
export function notInPlace({ where }: Pick<TaskContext, 'where'>): Refusal | null {
  if (where === null || where.kind === 'near') return null;
  return where.kind === 'unknown'
    ? refuse('locationUnknown', 422, { why: `where.${where.why}` }, 'position')
    : refuse('tooFar', 422, { m: where.distanceM, limit: geofence.withinM });
}

function notNow(task: AppointmentState, context: TaskContext): Refusal | null {
  if (!inTime(context))
    return refuse(context.window === 'early' ? 'startTooEarly' : 'startTooLate', 422, windowOf(task));
  return inPlace(context) ? null : notInPlace(context);
}

const distanceOf = (where: Whereabouts | null): number | null =>
  where && where.kind !== 'unknown' ? where.distanceM : null;

/**
 * Starts a task: by its employee, on duty, within a quarter of an hour of the slot and 200 m of the address,
 * or with permits for the conditions that are not met.
 */
export const startTask = command<
  AppointmentState,
  { position?: Position | undefined; typedAt?: string | undefined }
>({
  input: z.strictObject(fieldInput),
  need: 'signedIn',
  reads: (_input, _task, ctx) => attendanceReads(ctx),
  decide: (task, { position = null, typedAt = null }, ctx) => {
    if (task.iAssignedTo === ctx.viewer.empId && task.iTaskStatus === taskStatus.started)
      return refuse('taskStarted', 409);
    const no = notTheirs(task, ctx);
    if (no) return no;
    const context = taskContext(task, ctx.now, position);
    if (!taskAccepts(context, 'START')) return notNow(task, context) ?? refuse('taskClosed', 409);
    const used = [
      ...(context.window === 'open' ? [] : (['time'] as const)),
      ...(context.where === null || context.where.kind === 'near' ? [] : (['anyLocation'] as const)),
    ];
    return [
      taskEvent({
        type: 'TaskStarted',
        data: {
          by: task.iAssignedTo!,
          lateMinutes: Math.floor((ctx.now - startsAt(task)) / minute),
          position,
          distanceM: distanceOf(context.where),
          permits: used,
          typedAt,
          approvalIds: waitingPermits(task),
        },
      }),
    ];
  },
});
