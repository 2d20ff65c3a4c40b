import { instantOf } from '../../../core/day.ts';
import type { Fact } from '../../../core/event.ts';
import type { Permission } from '../../../core/permission.ts';

/** iTaskStatus: 0 not started, 1 started, 2 completed, 3 cancelled, 4 rescheduled (replaced), 5 missed. */
export const taskStatus = { notStarted: 0, started: 1, completed: 2, cancelled: 3, rescheduled: 4, missed: 5 } as const;
export const appointmentTypes = ['setup', 'sales', 'orientation'] as const;
export type AppointmentType = (typeof appointmentTypes)[number];
export const minutesOf: Readonly<Record<AppointmentType, number>> = { setup: 60, sales: 45, orientation: 60 };

/** Rights with which the lists of appointments open: who works with them, and who decides about them. */
export const appointmentViewNeed: readonly Permission[] = [
  'Out Bound/pharamLeadFixSalesApp:view',
  'Out Bound/outCall:view',
  'Out Bound/customerSingup:view',
  'Out Bound/signup-queue:view',
  'approvals/appReScheduleApproval:view',
  'approvals/taskCancellationApproval:view',
];

/** Who may book an appointment and ask to move one. */
export const bookNeed: readonly Permission[] = ['Out Bound/pharamLeadFixSalesApp:create', 'Out Bound/outCall:create', 'Out Bound/customerSingup:create'];

export interface SlotWish {
  readonly appDate: string;
  readonly slotFrom: string;
  readonly iAssignedTo: number;
}

/** A request that waits for a decision. */
interface WaitingRequest {
  readonly requestId: string;
  readonly approvalId: number | null;
  readonly reason: string;
  readonly by: string;
}
export interface RescheduleRequest extends SlotWish, WaitingRequest {
  readonly kind: 'reschedule';
}
export interface CancellationRequest extends WaitingRequest {
  readonly kind: 'cancellation';
}

export interface AppointmentState {
  readonly id: number;
  readonly ref: string;
  readonly appDate: string;
  readonly slotFrom: string;
  readonly iSlotType: 1 | 2 | 3;
  readonly vAppType: AppointmentType;
  readonly iMinutes: number;
  readonly iAssignedTo: number | null;
  readonly assignedName: string;
  readonly iTaskStatus: 0 | 1 | 2 | 3 | 4 | 5 | null;
  readonly iCustomerId: number | null;
  readonly iLeadId: number | null;
  readonly iPooId: number | null;
  readonly vRemarks: string;
  readonly iRescheduledFrom: number | null;
  readonly iRescheduleCount: number;
  readonly replacedBy: number | null;
  readonly bookedBy: string;
  /** A request to move or cancel it that waits for a decision; it locks the appointment. */
  readonly request: RescheduleRequest | CancellationRequest | null;
  /** When it was noticed that nobody had started it at its slot. */
  readonly overdueAt?: string;
  /** Version of the last event that changed the appointment itself; an approval holds on to it. */
  readonly subjectVersion: number;
  readonly version: number;
}

export function noAppointment(key: string): AppointmentState {
  return {
    id: Number(key),
    ref: `TK-${key.padStart(6, '0')}`,
    appDate: '',
    slotFrom: '',
    iSlotType: 1,
    vAppType: 'setup',
    iMinutes: 60,
    iAssignedTo: null,
    assignedName: '',
    iTaskStatus: null,
    iCustomerId: null,
    iLeadId: null,
    iPooId: null,
    vRemarks: '',
    iRescheduledFrom: null,
    iRescheduleCount: 0,
    replacedBy: null,
    bookedBy: '',
    request: null,
    subjectVersion: 0,
    version: 0,
  };
}

/** Status 0 and 1 are the open ones. */
export const isOpenTask = (state: AppointmentState): boolean => state.iTaskStatus === 0 || state.iTaskStatus === 1;
export const startsAt = (slot: { readonly appDate: string; readonly slotFrom: string }): number => instantOf(slot.appDate, slot.slotFrom);
export const slotStream = (empId: number, day: string): string => `slots-${empId}-${day}`;
export const setupStream = (who: { readonly iCustomerId: number | null; readonly iLeadId: number | null }): string =>
  who.iCustomerId === null ? `setups-lead-${who.iLeadId}` : `setups-customer-${who.iCustomerId}`;

export function evolveAppointment(before: AppointmentState, event: Fact): AppointmentState {
  const { data } = event;
  const state: AppointmentState = { ...before, version: event.version, subjectVersion: event.version };
  switch (event.type) {
    case 'AppointmentBooked':
      return { ...state, ...data, iTaskStatus: taskStatus.notStarted, bookedBy: event.actor.name, request: null };
    case 'AppointmentAssigned':
      return { ...state, iAssignedTo: data.iAssignedTo, assignedName: data.assignedName };
    case 'AppointmentRescheduleRequested': {
      const { requestId, to, reason, requestedBy } = data;
      return { ...state, request: { kind: 'reschedule', ...to, requestId, approvalId: null, reason, by: requestedBy.name } };
    }
    case 'AppointmentCancellationRequested': {
      const { requestId, reason, requestedBy } = data;
      return { ...state, request: { kind: 'cancellation', requestId, approvalId: null, reason, by: requestedBy.name } };
    }
    case 'AppointmentRequestLinked':
      return { ...before, version: event.version, request: before.request && { ...before.request, approvalId: data.approvalId } };
    case 'AppointmentRescheduled':
      return { ...state, iTaskStatus: taskStatus.rescheduled, replacedBy: data.newId, request: null };
    case 'AppointmentRescheduleFailed':
    case 'AppointmentCancelFailed':
    case 'AppointmentUnlocked':
      return { ...state, request: null };
    case 'AppointmentCancelled':
      return { ...state, iTaskStatus: taskStatus.cancelled, request: null };
    case 'TaskStartOverdue':
      return { ...before, version: event.version, overdueAt: event.at };
    case 'TaskEmployeeCalled':
      return { ...before, version: event.version };
    case 'TaskStarted':
      return { ...state, iTaskStatus: taskStatus.started };
    case 'TaskMissed':
      return { ...state, iTaskStatus: taskStatus.missed, request: null };
    default:
      return before;
  }
}
