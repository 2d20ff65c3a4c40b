import type { Event } from '../../../core/event.ts';
import type { FailedOutcome, Linked, Outcome, Raised } from '../../approvals/decision.ts';
import type { CancellationEvent } from './cancellation.ts';
import type { AppointmentState, SlotWish } from './state.ts';
import type { TaskEvent } from './task-events.ts';
import type { VisitEvent } from './visit-events.ts';

/** The information for the approver of another slot. */
export interface RescheduleRequested extends Raised {
  readonly from: SlotWish;
  readonly to: SlotWish;
  readonly vAppType: AppointmentState['vAppType'];
  readonly slotAt: string;
  readonly iRescheduleCount: number;
  readonly assignedName: string;
  readonly toName: string;
  /** CU-000005 or LD-010004. */
  readonly who: string;
}

interface Permits {
  readonly approvalIds: readonly number[];
}

/** Everything that a booking decides; what came before a reschedule is in `iRescheduledFrom`. */
export type Booked = Pick<
  AppointmentState,
  | 'appDate'
  | 'slotFrom'
  | 'iSlotType'
  | 'vAppType'
  | 'iMinutes'
  | 'assignedName'
  | 'iCustomerId'
  | 'iLeadId'
  | 'iPooId'
  | 'vRemarks'
  | 'place'
  | 'iRescheduledFrom'
  | 'iRescheduleCount'
> & { readonly iAssignedTo: number };

/** The employee who has it now; `from` had it before. */
export interface Assigned extends Permits {
  readonly iAssignedTo: number;
  readonly assignedName: string;
  readonly from: number | null;
  readonly fromName: string;
  readonly phoneMasked: string;
  readonly reason?: string;
}

export type AppointmentEvent =
  | VisitEvent
  | TaskEvent
  | CancellationEvent
  | Event<'AppointmentBooked', Booked>
  | Event<'AppointmentAssigned', Assigned>
  | Event<'AppointmentRescheduleRequested', RescheduleRequested>
  | Event<'AppointmentRescheduled', Outcome & Permits & { readonly newId: number }>
  | Event<'AppointmentRescheduleFailed', FailedOutcome>
  | Event<'AppointmentRequestLinked', Linked>
  | Event<'AppointmentUnlocked', Outcome>;
