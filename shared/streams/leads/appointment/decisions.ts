import { showDay } from '../../../core/day.ts';
import { decisionOn } from '../../approvals/decision.ts';
import type { AppointmentEvent } from './appointment-events.ts';
import type { CancellationRequest, RescheduleRequest } from './state.ts';

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
