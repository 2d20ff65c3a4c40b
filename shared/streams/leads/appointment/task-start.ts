import { z } from 'zod';
import { timeOfDay } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { instant } from '../../../core/fields.ts';
import { maskPhone } from '../../../core/phone.ts';
import type { Permission } from '../../../core/permission.ts';
import { inPoos } from '../../../core/permission.ts';
import { reference } from '../../../core/reference.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { auditStream } from '../../core/audit.ts';
import { atWork, attendanceReads } from '../../calls/queueitem/eligible.ts';
import { free } from './decide.ts';
import type { AppointmentState } from './state.ts';
import { isOpenTask, setupStream, slotStream, startsAt, taskStatus } from './state.ts';
import type { TaskFace } from './task-events.ts';
import { taskEvent } from './task-events.ts';

const minute = 60_000;
/** Minutes around a task's slot: how early and late it may be started, when it is overdue, and when it counts as missed. */
export const startLimits = { earlyMinutes: 15, lateMinutes: 15, overdueMinutes: 5, missedMinutes: 60 } as const;
export const notStartedNeed: Permission = 'Out Bound/taskNotStarted:edit';

type Slot = Pick<AppointmentState, 'appDate' | 'slotFrom' | 'iMinutes'>;
export const overdueAt = (slot: Omit<Slot, 'iMinutes'>): number => startsAt(slot) + startLimits.overdueMinutes * minute;
export const missedAt = (slot: Slot): number => startsAt(slot) + (slot.iMinutes + startLimits.missedMinutes) * minute;

export const customerOf = ({ iCustomerId, iLeadId }: Pick<AppointmentState, 'iCustomerId' | 'iLeadId'>): string =>
  iCustomerId === null ? (iLeadId === null ? '' : reference('LD', iLeadId)) : reference('CU', iCustomerId);

function faceOf(task: AppointmentState, { directory }: Ctx): TaskFace {
  const empId = task.iAssignedTo ?? 0;
  const { ref, iPooId, vAppType, iSlotType, assignedName: name } = task;
  const employee = { empId, name, phoneMasked: maskPhone(directory.employee(empId)?.phone) };
  const slotAt = new Date(startsAt(task)).toISOString();
  return { ref, iPooId, vAppType, iSlotType, customer: customerOf(task), employee, slotAt, moving: task.request !== null };
}

/** Why nobody may act on this task as one that was not started; null when they may. */
function notOverdue(task: AppointmentState, ctx: Ctx): Refusal | null {
  if (!inPoos(ctx.viewer, task.iPooId)) return refuse('forbidden', 403);
  if (task.iTaskStatus === taskStatus.started) return refuse('taskStarted', 409);
  if (!isOpenTask(task)) return refuse('taskClosed', 409);
  return task.overdueAt === undefined ? refuse('notOverdue', 409) : null;
}

/** The slot given up, and the setup visit with it; a missed task stands in nobody's way. */
function freed(task: AppointmentState): NewEvent[] {
  const setup: NewEvent = { type: 'SetupFreed', stream: setupStream(task), data: { appointmentId: task.id } };
  return task.vAppType === 'setup' ? [free(task), setup] : [free(task)];
}

const missed = (task: AppointmentState, reason: string | null): NewEvent[] => [
  taskEvent({ type: 'TaskMissed', data: { reason, empId: task.iAssignedTo, leadId: task.iLeadId, approvalId: task.request?.approvalId ?? null } }),
  ...freed(task),
];
const heldBy = (task: AppointmentState): Record<string, string> => ({
  slots: slotStream(task.iAssignedTo ?? 0, task.appDate),
  setups: setupStream(task),
});

/** Requested five minutes after the slot began; a task that was started, moved or closed meanwhile is left alone. */
export const noteOverdue = command<AppointmentState, { at: string }>({
  input: z.strictObject({ at: instant() }),
  need: 'system',
  decide: (task, { at }, ctx) =>
    task.iTaskStatus === taskStatus.notStarted && task.overdueAt === undefined && overdueAt(task) === Date.parse(at) && ctx.now >= Date.parse(at)
      ? [taskEvent({ type: 'TaskStartOverdue', data: { face: faceOf(task, ctx) } })]
      : refuse('noLongerNeeded', 409),
});

/** Requested an hour after the slot's end. */
export const noteMissed = command<AppointmentState, { at: string }>({
  input: z.strictObject({ at: instant() }),
  need: 'system',
  reads: (_input, task) => heldBy(task),
  decide: (task, { at }, ctx) =>
    task.iTaskStatus === taskStatus.notStarted && missedAt(task) === Date.parse(at) && ctx.now >= Date.parse(at)
      ? missed(task, null)
      : refuse('noLongerNeeded', 409),
});

/** By whoever has the task, checked in, within a quarter of an hour of its slot. */
export const startTask = command<AppointmentState, object>({
  input: z.strictObject({}),
  need: 'signedIn',
  reads: (_input, _task, ctx) => attendanceReads(ctx),
  decide: (task, _input, ctx) => {
    if (task.iAssignedTo !== ctx.viewer.empId) return refuse('taskNotYours', 403);
    if (task.request) return refuse('taskLockedByRequest', 409);
    if (task.iTaskStatus === taskStatus.started) return refuse('taskStarted', 409);
    if (!isOpenTask(task)) return refuse('taskClosed', 409);
    const away = atWork(ctx);
    if (away) return away;
    const slot = startsAt(task);
    const from = slot - startLimits.earlyMinutes * minute;
    const to = slot + startLimits.lateMinutes * minute;
    const window = { from: timeOfDay(from).slice(0, 5), to: timeOfDay(to).slice(0, 5) };
    if (ctx.now < from) return refuse('startTooEarly', 422, window);
    if (ctx.now > to) return refuse('startTooLate', 422, window);
    return [taskEvent({ type: 'TaskStarted', data: { by: task.iAssignedTo!, lateMinutes: Math.floor((ctx.now - slot) / minute) } })];
  },
});

/** Gives the employee's number to whoever calls and records both the attempt and the look at it. */
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
  input: z.strictObject({ reason: z.string().trim().min(5).max(200) }),
  need: notStartedNeed,
  versioned: true,
  reads: (_input, task) => heldBy(task),
  decide: (task, { reason }, ctx) => notOverdue(task, ctx) ?? (task.request ? refuse('taskLockedByRequest', 409) : missed(task, reason)),
});
