import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import type { NewEvent } from '../../../core/event.ts';
import { instant } from '../../../core/fields.ts';
import { maskPhone } from '../../../core/phone.ts';
import type { Permission } from '../../../core/permission.ts';
import { inPoos } from '../../../core/permission.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { auditStream } from '../../core/audit.ts';
import { customerOf } from './customer-ref.ts';
import { free } from './decide.ts';
import type { AppointmentState } from './state.ts';
import { isOpenTask, setupStream, slotStream, startsAt, taskStatus, waitingPermits } from './state.ts';
import type { TaskFace } from './task-events.ts';
import { taskEvent } from './task-events.ts';
import { startLimits } from './task-limits.ts';

const minute = 60_000;
export const notStartedNeed: Permission = 'Out Bound/taskNotStarted:edit';

type Slot = Pick<AppointmentState, 'appDate' | 'slotFrom' | 'iMinutes'>;
export const overdueAt = (slot: Omit<Slot, 'iMinutes'>): number =>
  startsAt(slot) + startLimits.overdueMinutes * minute;
export const missedAt = (slot: Slot): number =>
  startsAt(slot) + (slot.iMinutes + startLimits.missedMinutes) * minute;

function faceOf(task: AppointmentState, { directory }: Ctx): TaskFace {
  const empId = task.iAssignedTo ?? 0;
  const { ref, iPooId, vAppType, iSlotType, assignedName: name } = task;
  const employee = { empId, name, phoneMasked: maskPhone(directory.employee(empId)?.phone) };
  const slotAt = new Date(startsAt(task)).toISOString();
  return {
    ref,
    iPooId,
    vAppType,
    iSlotType,
    customer: customerOf(task),
    employee,
    slotAt,
    moving: task.request !== null,
  };
}

/** Why nobody may act on this task as not started; null when they may. */
function notOverdue(task: AppointmentState, ctx: Ctx): Refusal | null {
  if (!inPoos(ctx.viewer, task.iPooId)) return refuse('placeNotYours', 403);
  if (task.iTaskStatus === taskStatus.started) return refuse('taskStarted', 409);
  if (!isOpenTask(task)) return refuse('taskClosed', 409);
  return task.overdueAt === undefined ? refuse('notOverdue', 409) : null;
}

/** Releases the slot and the setup reservation of a missed task. */
export function freed(task: AppointmentState): NewEvent[] {
  const setup: NewEvent = { type: 'SetupFreed', stream: setupStream(task), data: { appointmentId: task.id } };
  return task.vAppType === 'setup' ? [free(task), setup] : [free(task)];
}

/** Marks the task as missed; requests about it no longer apply. */
export const missed = (task: AppointmentState, reason: string | null): NewEvent[] => [
  taskEvent({
    type: 'TaskMissed',
    data: {
      reason,
      empId: task.iAssignedTo,
      leadId: task.iLeadId,
      approvalId: task.request?.approvalId ?? null,
      approvalIds: waitingPermits(task),
    },
  }),
  ...freed(task),
];
/** Streams whose reservations a task releases when it ends. */
export const heldBy = (task: AppointmentState): Record<string, string> => ({
  slots: slotStream(task.iAssignedTo ?? 0, task.appDate),
  setups: setupStream(task),
});

/**
 * Sent five minutes after the slot's start; a task that was started, moved or closed meanwhile is left alone.
 */
export const noteOverdue = command<AppointmentState, { at: string }>({
  input: z.strictObject({ at: instant() }),
  need: 'system',
  decide: (task, { at }, ctx) =>
    task.iTaskStatus === taskStatus.notStarted &&
    task.overdueAt === undefined &&
    overdueAt(task) === Date.parse(at) &&
    ctx.now >= Date.parse(at)
      ? [taskEvent({ type: 'TaskStartOverdue', data: { face: faceOf(task, ctx) } })]
      : refuse('noLongerNeeded', 409),
});

/** Whether somebody still has a permit to start it. */
export const permitted = (task: Pick<AppointmentState, 'permits'>, now: number): boolean =>
  task.permits.some(({ until }) => now < Date.parse(until));

/** Sent an hour after the slot's end; a task that may still be started waits for the end of its permit. */
export const noteMissed = command<AppointmentState, { at: string }>({
  input: z.strictObject({ at: instant() }),
  need: 'system',
  reads: (_input, task) => heldBy(task),
  decide: (task, { at }, ctx) =>
    task.iTaskStatus === taskStatus.notStarted &&
    missedAt(task) === Date.parse(at) &&
    ctx.now >= Date.parse(at) &&
    !permitted(task, ctx.now)
      ? missed(task, null)
      : refuse('noLongerNeeded', 409),
});

/** Reveals the employee's number to the caller; records the attempt and the access. */
export const callEmployee = command<AppointmentState, object>({
  input: z.strictObject({}),
  need: notStartedNeed,
  decide: (task, _input, ctx) => {
    const no = notOverdue(task, ctx);
    if (no) return no;
    const employee = ctx.directory.employee(task.iAssignedTo ?? 0);
    if (!employee?.phone) return refuse('noPhone', 422, { name: task.assignedName });
    const subject = `employee-${employee.empId}`;
    return {
      events: [
        taskEvent({ type: 'TaskEmployeeCalled', data: { empId: employee.empId, name: employee.name } }),
        { stream: auditStream(subject), type: 'PersonalDataViewed', data: { subject, fields: ['phone'] } },
      ],
      answer: { phone: employee.phone },
    };
  },
});

export const markMissed = command<AppointmentState, { reason: string }>({
  input: z.strictObject({ reason: texts.paragraph().min(5).max(200) }),
  need: notStartedNeed,
  versioned: true,
  reads: (_input, task) => heldBy(task),
  decide: (task, { reason }, ctx) =>
    notOverdue(task, ctx) ?? (task.request ? refuse('taskLockedByRequest', 409) : missed(task, reason)),
});
