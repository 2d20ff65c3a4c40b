import { instantOf } from '../../../core/day.ts';
import type { Permission } from '../../../core/permission.ts';
import type { StartPermit } from './visit-events.ts';
import type { VisitFile } from './visit-file.ts';
import type { PermitKind } from './task-limits.ts';
import type { Outcome, Vitals } from './visit-outcome.ts';
import type { Position, VisitPlace } from './visit-place.ts';

/** iTaskStatus: 0 not started, 1 started, 2 completed, 3 cancelled, 4 rescheduled (replaced), 5 missed. */
export const taskStatus = {
  notStarted: 0,
  started: 1,
  completed: 2,
  cancelled: 3,
  rescheduled: 4,
  missed: 5,
} as const;
export const appointmentTypes = ['setup', 'sales', 'orientation'] as const;
export type AppointmentType = (typeof appointmentTypes)[number];
export const minutesOf: Readonly<Record<AppointmentType, number>> = { setup: 60, sales: 45, orientation: 60 };

/** Rights that open the lists of appointments: those who work with them and those who decide about them. */
export const appointmentViewNeed: readonly Permission[] = [
  'Out Bound/pharamLeadFixSalesApp:view',
  'Out Bound/outCall:view',
  'Out Bound/customerSingup:view',
  'Out Bound/signup-queue:view',
  'approvals/appReScheduleApproval:view',
  'approvals/taskCancellationApproval:view',
];

/** Rights to book an appointment and to request a reschedule. */
export const bookNeed: readonly Permission[] = [
  'Out Bound/pharamLeadFixSalesApp:create',
  'Out Bound/outCall:create',
  'Out Bound/customerSingup:create',
];

export interface SlotWish {
  readonly appDate: string;
  readonly slotFrom: string;
  readonly iAssignedTo: number;
}

/** A request that awaits a decision. */
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

export interface StartRequest extends WaitingRequest {
  readonly kind: PermitKind;
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
  /** A pending request to reschedule or cancel it; it locks the appointment. */
  readonly request: RescheduleRequest | CancellationRequest | null;
  readonly place: VisitPlace | null;
  /** Pending requests for a permit to start at another time or place; at most one of each kind. */
  readonly startRequests: readonly StartRequest[];
  readonly permits: readonly StartPermit[];
  /** Outcome of the visit. Instants are ISO. */
  readonly startedAt: string | null;
  readonly startPosition: Position | null;
  readonly startDistanceM: number | null;
  readonly files: readonly (VisitFile & { readonly label: string })[];
  readonly vitals: Vitals | null;
  readonly outcome: Outcome | null;
  readonly completedAt: string | null;
  readonly notAtHome: string | null;
  /** When it was found not started at its slot. */
  readonly overdueAt?: string;
  /**
   * Version of the last event that changed the appointment itself; an approval's effect is applied with it.
   */
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
    place: null,
    startRequests: [],
    permits: [],
    startedAt: null,
    startPosition: null,
    startDistanceM: null,
    files: [],
    vitals: null,
    outcome: null,
    completedAt: null,
    notAtHome: null,
    subjectVersion: 0,
    version: 0,
  };
}

export const isOpenTask = (state: AppointmentState): boolean =>
  state.iTaskStatus === 0 || state.iTaskStatus === 1;
export const startsAt = (slot: { readonly appDate: string; readonly slotFrom: string }): number =>
  instantOf(slot.appDate, slot.slotFrom);
export const slotStream = (empId: number, day: string): string => `slots-${empId}-${day}`;
export const setupStream = (who: {
  readonly iCustomerId: number | null;
  readonly iLeadId: number | null;
}): string =>
  who.iCustomerId === null ? `setups-lead-${who.iLeadId}` : `setups-customer-${who.iCustomerId}`;

/** Ids of the pending requests for a start permit. */
export const waitingPermits = ({
  startRequests,
}: Pick<AppointmentState, 'startRequests'>): readonly number[] =>
  startRequests.flatMap(({ approvalId }) => approvalId ?? []);
