import type { RecordedEventOf } from '../../../core/event.ts';
import type { LeadEvent } from './events.ts';
import type { LeadState } from './state.ts';

export function evolveLead(state: LeadState, event: RecordedEventOf<LeadEvent>): LeadState {
  const { at } = event;
  switch (event.type) {
    case 'LeadCreated':
      return { ...state, ...event.data, exists: true, touches: 1, touchedAt: at };
    case 'LeadQueued':
      return { ...state, stage: 'Queued' };
    case 'LeadTouchRecorded':
      return {
        ...state,
        touches: state.touches + 1,
        touchedBefore: state.touchedAt ?? null,
        touchedAt: at,
        ...(state.reopened ? { reopened: false } : {}),
      };
    case 'LeadTouchWithdrawn':
      return { ...state, touches: state.touches - 1, touchedAt: state.touchedBefore ?? null };
    case 'LeadWithdrawn':
      return { ...state, withdrawn: true };
    case 'LeadDetailsUpdated': {
      const { face: _face, ...details } = event.data;
      return { ...state, ...details };
    }
    case 'LeadReassigned':
      return { ...state, ownerId: event.data.ownerId };
    case 'LeadLost':
      return {
        ...state,
        stage: 'Lost',
        lostAt: at,
        nextAt: null,
        reason: event.data.reason,
        reasonId: event.data.reasonId ?? null,
      };
    case 'LeadCallStarted':
      return {
        ...state,
        attempts: (state.attempts ?? 0) + 1,
        lastCall: { id: event.data.callId, code: null, at, by: event.data.agent.name },
      };
    case 'LeadDispositioned':
      return {
        ...state,
        lastCall: { id: event.data.callId, code: event.data.code, at, by: event.data.agent.name },
        nextAt: event.data.retryAt,
      };
    case 'LeadCallbackScheduled':
      return { ...state, stage: 'CallbackDue', nextAt: event.data.at, ownerId: event.data.owner.empId };
    case 'LeadCallbackReminded':
      return { ...state, remindedOf: event.data.at };
    case 'LeadAppointmentFixed':
      return { ...state, stage: 'Appointment', nextAt: null };
    case 'LeadRequeued':
      return {
        ...state,
        stage: 'Queued',
        lostAt: null,
        reason: null,
        reasonId: null,
        nextAt: null,
        priority: event.data.priority,
      };
    case 'LeadNumberSwitched':
      return { ...state, otherSince: event.data.other ? event.data.callId : null };
    case 'LeadExhausted':
      return { ...state, stage: 'Exhausted', lostAt: at, nextAt: null };
    case 'LeadReopened':
      return {
        ...state,
        stage: 'Queued',
        lostAt: null,
        reason: null,
        reasonId: null,
        ...(event.data.reason === 'touch' ? { reopened: true } : {}),
      };
    case 'LeadMarkedDnc':
      return { ...state, stage: 'Dnc', reason: event.data.reason, reasonId: null };
    case 'LeadConsentRenewed':
      return { ...state, stage: 'Queued', lostAt: null, reason: null, reasonId: null, consent: 'explicit' };
    case 'LeadCallHoursSet':
      return { ...state, callHours: event.data.hours };
    case 'LeadConverted':
      return {
        ...state,
        stage: 'Converted',
        lostAt: null,
        reason: null,
        reasonId: null,
        customerId: event.data.customerId,
      };
    default:
      return state;
  }
}
