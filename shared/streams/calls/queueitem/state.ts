import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { Group } from '../../../core/permission.ts';
import type { CallClass } from '../call/hours.ts';
import type { Lease, LeaseRule } from '../leases.ts';

/** A row's data on entering a queue; enough to check every later command without knowing the queue. */
export interface QueueItemFace {
  readonly queue: string;
  /** Stream of the subject. */
  readonly subject: string;
  readonly ref: string;
  readonly group: Group;
  readonly entity: string;
  /** Null where rows are not claimed. */
  readonly lease: LeaseRule | null;
  readonly pooId: number | null;
  readonly language: string | null;
  readonly priority: number;
  /** ISO instants; `escalateAt` is twice the time limit. */
  readonly enteredAt: string;
  readonly warnAt: string | null;
  readonly breachAt: string | null;
  readonly escalateAt: string | null;
  /** The phone number of the row, where it is worked on by calling. */
  readonly dial?: { readonly callClass: CallClass; readonly phoneKey: string };
  readonly notBefore?: string;
  /** How often the row may be parked. */
  readonly parkLimit?: number;
  /** Until then this person has priority. */
  readonly first?: { readonly empId: number; readonly name: string; readonly until: string };
  /** These people may not take the row; a release with `notFor` replaces them. */
  readonly notFor?: readonly number[];
}

export interface Assigned {
  readonly empId: number;
  readonly name: string;
  readonly until: string;
}

export interface QueueItemState {
  readonly id: string;
  readonly stage: 'none' | 'waiting' | 'claimed' | 'working' | 'parked' | 'done' | 'removed';
  readonly face: QueueItemFace | null;
  readonly priority: number;
  readonly lease: Lease | null;
  readonly parkedUntil: string | null;
  readonly attempts: number;
  /** How often it was parked since it entered. */
  readonly parks: number;
  readonly pinned: boolean;
  /** Whom a team lead gave the row to, and until when it waits for them alone. */
  readonly assigned: Assigned | null;
  readonly breached: boolean;
  readonly escalated: boolean;
  readonly closedBy: string | null;
}

export function newQueueItem(key: string): QueueItemState {
  return {
    id: key,
    stage: 'none',
    face: null,
    priority: 0,
    lease: null,
    parkedUntil: null,
    attempts: 0,
    parks: 0,
    pinned: false,
    assigned: null,
    breached: false,
    escalated: false,
    closedBy: null,
  };
}

export function leaseOf(data: Lease): Lease {
  const { leaseId, empId, name, sessionId, since, until } = data;
  return { leaseId, empId, name, sessionId, since, until };
}

export function isOpen(state: QueueItemState): boolean {
  return (
    state.stage === 'waiting' ||
    state.stage === 'claimed' ||
    state.stage === 'working' ||
    state.stage === 'parked'
  );
}

/** What ends a lease names it; null where nobody held the row. */
interface Ended {
  readonly leaseId: string | null;
  readonly empId: number | null;
}
interface Member {
  readonly empId: number;
  readonly name: string;
}
type Late = Pick<QueueItemFace, 'ref' | 'queue' | 'group' | 'entity' | 'pooId'> & {
  readonly holder: Member | null;
};

export type QueueItemEvent =
  | Event<'QueueItemEntered', QueueItemFace>
  | Event<'QueueItemClaimed', Lease>
  | Event<
      'QueueItemTakenOver',
      Lease & {
        readonly from: Member & { readonly leaseId: string };
        readonly to: Member;
        readonly reason: string;
        readonly ref: string;
      }
    >
  | Event<
      'QueueItemWorkStarted',
      { readonly leaseId: string; readonly empId: number; readonly until: string }
    >
  /** `notFor`: these people may not take the row again. */
  | Event<
      'QueueItemReleased',
      Ended & { readonly reason: string | null; readonly notFor?: readonly number[] }
    >
  /** Older ones do not name the holder. */
  | Event<'QueueItemLeaseExpired', Ended & { readonly name?: string }>
  | Event<'QueueItemParked', Ended & { readonly until: string; readonly reason: string }>
  | Event<'QueueItemReturned', object>
  | Event<'QueueItemCompleted', Ended>
  | Event<'QueueItemRemoved', Ended & { readonly why: string }>
  | Event<
      'QueueItemAssigned',
      {
        readonly to: Member;
        readonly from: Member | null;
        readonly until: string;
        readonly reason: string;
        readonly ref: string;
      }
    >
  | Event<'QueueItemPinned', { readonly pinned: boolean }>
  | Event<'QueueItemSlaBreached' | 'QueueItemSlaEscalated', Late>;

export function evolveQueueItem(
  state: QueueItemState,
  event: RecordedEventOf<QueueItemEvent>,
): QueueItemState {
  switch (event.type) {
    case 'QueueItemEntered':
      return {
        ...newQueueItem(state.id),
        stage: 'waiting',
        face: event.data,
        priority: event.data.priority,
        attempts: state.attempts,
      };
    case 'QueueItemClaimed':
      return {
        ...state,
        stage: 'claimed',
        lease: leaseOf(event.data),
        attempts: state.attempts + 1,
        closedBy: null,
      };
    case 'QueueItemTakenOver':
      return { ...state, stage: 'claimed', lease: leaseOf(event.data) };
    case 'QueueItemWorkStarted':
      return {
        ...state,
        stage: 'working',
        lease: state.lease && { ...state.lease, until: event.data.until },
      };
    case 'QueueItemReleased':
      return {
        ...state,
        stage: 'waiting',
        lease: null,
        face: state.face && event.data.notFor ? { ...state.face, notFor: event.data.notFor } : state.face,
      };
    case 'QueueItemLeaseExpired':
      // it keeps its place: a claim that ended by itself makes no case more urgent than one at risk
      return { ...state, stage: 'waiting', lease: null };
    case 'QueueItemParked':
      return {
        ...state,
        stage: 'parked',
        lease: null,
        parkedUntil: event.data.until,
        parks: state.parks + 1,
      };
    case 'QueueItemReturned':
      return { ...state, stage: 'waiting', parkedUntil: null };
    case 'QueueItemCompleted':
      return { ...state, stage: 'done', lease: null, parkedUntil: null, closedBy: event.actor.name };
    case 'QueueItemRemoved':
      return { ...state, stage: 'removed', lease: null, parkedUntil: null, closedBy: event.actor.name };
    case 'QueueItemAssigned':
      return { ...state, assigned: { ...event.data.to, until: event.data.until } };
    case 'QueueItemPinned':
      return { ...state, pinned: event.data.pinned };
    case 'QueueItemSlaBreached':
      return { ...state, breached: true };
    case 'QueueItemSlaEscalated':
      return { ...state, escalated: true };
    default:
      return state;
  }
}
