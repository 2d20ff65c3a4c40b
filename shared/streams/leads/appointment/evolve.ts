import type { RecordedEventOf } from '../../../core/event.ts';
import type { AppointmentEvent } from './appointment-events.ts';
import { taskStatus, type AppointmentState, type StartRequest } from './state.ts';
import type { PermitKind } from './task-limits.ts';

/** A permit is valid for one employee and one start. */
const noPermits = { startRequests: [], permits: [] } as const;

export function evolveAppointment(
  before: AppointmentState,
  event: RecordedEventOf<AppointmentEvent>,
): AppointmentState {
  const state: AppointmentState = { ...before, version: event.version, subjectVersion: event.version };
  switch (event.type) {
    case 'AppointmentBooked':
      return {
        ...state,
        ...event.data,
        iTaskStatus: taskStatus.notStarted,
        bookedBy: event.actor.name,
        request: null,
      };
    case 'AppointmentAssigned':
      return {
        ...state,
        iAssignedTo: event.data.iAssignedTo,
        assignedName: event.data.assignedName,
        ...noPermits,
      };
    case 'AppointmentRescheduleRequested': {
      const { requestId, to, reason, requestedBy } = event.data;
      return {
        ...state,
        request: { kind: 'reschedule', ...to, requestId, approvalId: null, reason, by: requestedBy.name },
      };
    }
    case 'AppointmentCancellationRequested': {
      const { requestId, reason, requestedBy } = event.data;
      return {
        ...state,
        request: { kind: 'cancellation', requestId, approvalId: null, reason, by: requestedBy.name },
      };
    }
    case 'AppointmentRequestLinked':
      return {
        ...before,
        version: event.version,
        request: before.request && { ...before.request, approvalId: event.data.approvalId },
      };
    case 'AppointmentRescheduled':
      return {
        ...state,
        iTaskStatus: taskStatus.rescheduled,
        replacedBy: event.data.newId,
        request: null,
        ...noPermits,
      };
    case 'AppointmentRescheduleFailed':
    case 'AppointmentCancelFailed':
    case 'AppointmentUnlocked':
      return { ...state, request: null };
    case 'AppointmentCancelled':
      return { ...state, iTaskStatus: taskStatus.cancelled, request: null, ...noPermits };
    case 'TaskStartOverdue':
      return { ...before, version: event.version, overdueAt: event.at };
    case 'TaskEmployeeCalled':
      return { ...before, version: event.version };
    case 'TaskStarted':
      return {
        ...state,
        iTaskStatus: taskStatus.started,
        ...noPermits,
        startedAt: event.at,
        startPosition: event.data.position ?? null,
        startDistanceM: event.data.distanceM ?? null,
      };
    case 'TaskMissed':
      return {
        ...state,
        iTaskStatus: taskStatus.missed,
        request: null,
        ...noPermits,
        notAtHome: event.data.notAtHome?.note ?? null,
      };
    default:
      return evolveVisit(before, event);
  }
}

/**
 * Applies events of the visit and its start permits; a request for a permit does not change the appointment
 * itself.
 */
function evolveVisit(before: AppointmentState, event: RecordedEventOf<AppointmentEvent>): AppointmentState {
  const state: AppointmentState = { ...before, version: event.version };
  switch (event.type) {
    case 'VisitPlaceSet':
      return { ...state, place: event.data };
    case 'LateEarlyStartRequested':
      return { ...state, startRequests: [...state.startRequests, waiting('time', event.data)] };
    case 'AnyLocationStartRequested':
      return { ...state, startRequests: [...state.startRequests, waiting('anyLocation', event.data)] };
    case 'StartRequestLinked':
      return {
        ...state,
        startRequests: state.startRequests.map((one) =>
          one.kind === event.data.kind ? { ...one, approvalId: event.data.approvalId } : one,
        ),
      };
    case 'StartRequestClosed':
    case 'StartPermitFailed':
      return { ...state, startRequests: others(state.startRequests, event.data) };
    case 'StartPermitGranted':
      return {
        ...state,
        startRequests: others(state.startRequests, event.data),
        permits: [
          ...others(state.permits, event.data),
          { kind: event.data.kind, until: event.data.until, approvalId: event.data.approvalId },
        ],
      };
    case 'StartPermitLapsed':
      return { ...state, permits: others(state.permits, event.data) };
    case 'VisitFileAdded':
      return { ...state, files: [...state.files, event.data] };
    case 'VisitVitalsRecorded':
      return { ...state, vitals: event.data.vitals };
    case 'TaskCompleted':
      return {
        ...state,
        iTaskStatus: taskStatus.completed,
        request: null,
        outcome: event.data.outcome,
        completedAt: event.at,
      };
    case 'TaskCustomerCalled':
      return state;
    default:
      return before;
  }
}

const others = <T extends { readonly kind: PermitKind }>(
  list: readonly T[],
  { kind }: { readonly kind: PermitKind },
): readonly T[] => list.filter((one) => one.kind !== kind);

const waiting = (
  kind: PermitKind,
  data: { requestId: string; reason: string; requestedBy: { name: string } },
): StartRequest => ({
  kind,
  requestId: data.requestId,
  approvalId: null,
  reason: data.reason,
  by: data.requestedBy.name,
});
