import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import type { NewEvent } from '../../../core/event.ts';
import { inPoos } from '../../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command, type Ctx } from '../../../core/stream.ts';
import { blockReads, isBlocked } from './blocks.ts';
import { appointmentLimits, free, reserve } from './decide.ts';
import { notStartedNeed } from './task-start.ts';
import { maskPhone } from '../../../core/phone.ts';
import { employeeId } from '../../../core/record-id.ts';
import { clashOf } from './slots.ts';
import type { SlotsState } from './slots-state.ts';
import { isOpenTask, slotStream, startsAt, waitingPermits, type AppointmentState } from './state.ts';

export const mayMoveTasks = 'Masters/employeeTaskBulkMovement:edit' as const;

/**
 * Why a task cannot be assigned to that employee at its own time; null when it can. `taken` holds the
 * reserved slots of the employee's day.
 */
export function assignRefused(
  task: AppointmentState,
  to: number,
  taken: SlotsState,
  blocked: boolean,
  directory: Ctx['directory'],
): Refusal | null {
  if (task.request) return refuse('taskLockedByRequest', 409);
  if (task.iTaskStatus === 1) return refuse('taskStarted', 409);
  if (!isOpenTask(task)) return refuse('taskClosed', 409);
  if (task.iAssignedTo === to) return refuse('sameEmployee', 422, undefined, 'iAssignedTo');
  const employee = directory.employee(to);
  if (!employee?.active || (task.iPooId !== null && !employee.poos.includes(task.iPooId)))
    return refuse('employeeInactive', 422, undefined, 'iAssignedTo');
  const details = { name: employee.name };
  if (blocked) return refuse('slotBlocked', 409, details, 'iAssignedTo');
  const other = clashOf(
    taken,
    { from: startsAt(task), minutes: task.iMinutes, home: task.iSlotType === 1 },
    task.id,
  );
  if (other)
    return refuse(
      'targetBusy',
      409,
      { ...details, ref: `TK-${String(other.appointmentId).padStart(6, '0')}` },
      'iAssignedTo',
    );
  if (taken.taken.length >= appointmentLimits.perDay) return refuse('dayFull', 422, details, 'iAssignedTo');
  return null;
}

/** Reassigns the task: reserves the new employee's slot and releases the old one, in one commit. */
export function assigned(
  task: AppointmentState,
  to: number,
  directory: Ctx['directory'],
  more: Readonly<Record<string, unknown>>,
): NewEvent[] {
  const wish = {
    appDate: task.appDate,
    slotFrom: task.slotFrom,
    iAssignedTo: to,
    minutes: task.iMinutes,
    home: task.iSlotType === 1,
  };
  const { name: assignedName = '', phone = null } = directory.employee(to) ?? {};
  const phoneMasked = maskPhone(phone);
  const data = {
    iAssignedTo: to,
    assignedName,
    from: task.iAssignedTo,
    fromName: task.assignedName,
    phoneMasked,
    approvalIds: waitingPermits(task),
    ...more,
  };
  return [
    { type: 'AppointmentAssigned', data, stream: `appointment-${task.id}` },
    free(task),
    reserve(task.id, wish),
  ];
}

export const assignAppointment = command<
  AppointmentState,
  { iAssignedTo: number; reason?: string | undefined }
>({
  input: z.strictObject({
    iAssignedTo: employeeId(),
    reason: texts.paragraph().min(5).max(200).optional(),
  }),
  need: [mayMoveTasks, notStartedNeed],
  versioned: true,
  reads: (input, state) => ({
    old: slotStream(state.iAssignedTo ?? 0, state.appDate),
    slots: slotStream(input.iAssignedTo, state.appDate),
    ...blockReads(
      { appDate: state.appDate, slotFrom: state.slotFrom, iAssignedTo: input.iAssignedTo },
      state.iMinutes,
    ),
  }),
  decide: (state, input, ctx) => {
    if (!inPoos(ctx.viewer, state.iPooId)) return refuse('placeNotYours', 403);
    if (!ctx.may(mayMoveTasks) && state.overdueAt === undefined) return refuse('notOverdue', 409);
    const wish = { appDate: state.appDate, slotFrom: state.slotFrom, iAssignedTo: input.iAssignedTo };
    const no = assignRefused(
      state,
      input.iAssignedTo,
      ctx.read.slots as SlotsState,
      isBlocked(ctx.read, wish, state.iMinutes),
      ctx.directory,
    );
    if (isRefusal(no)) return no;
    return assigned(state, input.iAssignedTo, ctx.directory, input.reason ? { reason: input.reason } : {});
  },
});
