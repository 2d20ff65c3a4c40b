import { showDay } from '../../../core/day.ts';
import type { Event } from '../../../core/event.ts';
import {
  decisionOn,
  type FailedOutcome,
  type Linked,
  type Outcome,
  type Raised,
} from '../../approvals/decision.ts';
import type { CancellationEvent } from './cancellation.ts';
import type { CancellationRequest, RescheduleRequest, SlotWish } from './state.ts';
import type { TaskEvent } from './task-events.ts';
import type { VisitEvent } from './visit-events.ts';

/** The information for the approver of another slot. */
export interface RescheduleRequested extends Raised {
  readonly from: SlotWish;
  readonly to: SlotWish;
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
type AppointmentEvent =
  | VisitEvent
  | TaskEvent
  | CancellationEvent
  | Event<'AppointmentRescheduleRequested', RescheduleRequested>
  | Event<'AppointmentRescheduled', Outcome & Permits & { readonly newId: number }>
  | Event<'AppointmentRescheduleFailed', FailedOutcome>
  | Event<'AppointmentRequestLinked', Linked>
  | Event<'AppointmentUnlocked', Outcome>
  | Event<'AppointmentAssigned', Permits>;

const decision = decisionOn<AppointmentEvent>('appointment');

export const rescheduleDecision = decision({
  requested: 'AppointmentRescheduleRequested',
  linked: 'AppointmentRequestLinked',
  applied: 'AppointmentRescheduled',
  failed: 'AppointmentRescheduleFailed',
  rejected: 'AppointmentUnlocked',
  superseded: ['AppointmentCancelled', 'TaskMissed'],
  approve: 'applyReschedule',
  reject: 'unlock',
});

export const cancellationDecision = decision({
  requested: 'AppointmentCancellationRequested',
  linked: 'AppointmentRequestLinked',
  applied: 'AppointmentCancelled',
  failed: 'AppointmentCancelFailed',
  rejected: 'AppointmentUnlocked',
  superseded: ['TaskMissed', 'TaskCompleted'],
  approve: 'applyCancellation',
  reject: 'unlock',
});

const permit = {
  linked: 'StartRequestLinked',
  applied: 'StartPermitGranted',
  failed: 'StartPermitFailed',
  rejected: 'StartRequestClosed',
  superseded: [
    'TaskStarted',
    'TaskMissed',
    'AppointmentCancelled',
    'AppointmentRescheduled',
    'AppointmentAssigned',
  ],
  approve: 'grantStartPermit',
  reject: 'closeStartRequest',
} as const;

export const timePermit = decision({ requested: 'LateEarlyStartRequested', ...permit });
export const placePermit = decision({ requested: 'AnyLocationStartRequested', ...permit });

/** The slot that a pending request asks for; empty where it asks for none. */
export const requestedSlot = (request: CancellationRequest | RescheduleRequest): string =>
  request.kind === 'reschedule' ? `${showDay(request.appDate)} ${request.slotFrom}` : '';
