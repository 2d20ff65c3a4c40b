import type { Fact } from '../../../core/event.ts';
import type { Group } from '../../../core/permission.ts';
import type { Lease, LeaseRule } from '../holds.ts';

/** What a queue says of a row when it enters; enough to judge every later order without asking the queue. */
export interface QueueItemFace {
  readonly queue: string;
  /** Stream of what is worked on. */
  readonly subject: string;
  readonly ref: string;
  readonly group: Group;
  readonly entity: string;
  /** Null where nobody claims. */
  readonly lease: LeaseRule | null;
  readonly pooId: number | null;
  readonly language: string | null;
  readonly priority: number;
  /** ISO instants; `escalateAt` is where twice the time has passed. */
  readonly enteredAt: string;
  readonly warnAt: string | null;
  readonly breachAt: string | null;
  readonly escalateAt: string | null;
}

export interface QueueItemState {
  readonly id: string;
  readonly stage: 'none' | 'waiting' | 'claimed' | 'working' | 'parked' | 'done' | 'removed';
  readonly face: QueueItemFace | null;
  readonly priority: number;
  readonly lease: Lease | null;
  readonly parkedUntil: string | null;
  readonly attempts: number;
  readonly pinned: boolean;
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
    pinned: false,
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
  return state.stage === 'waiting' || state.stage === 'claimed' || state.stage === 'working' || state.stage === 'parked';
}

export function evolveQueueItem(state: QueueItemState, event: Fact): QueueItemState {
  const { data } = event;
  switch (event.type) {
    case 'QueueItemEntered':
      return { ...newQueueItem(state.id), stage: 'waiting', face: data, priority: data.priority, attempts: state.attempts };
    case 'QueueItemClaimed':
      return { ...state, stage: 'claimed', lease: leaseOf(data), attempts: state.attempts + 1, closedBy: null };
    case 'QueueItemTakenOver':
      return { ...state, stage: 'claimed', lease: leaseOf(data) };
    case 'QueueItemWorkStarted':
      return { ...state, stage: 'working', lease: state.lease && { ...state.lease, until: data.until } };
    case 'QueueItemReleased':
      return { ...state, stage: 'waiting', lease: null };
    case 'QueueItemLeaseExpired':
      return { ...state, stage: 'waiting', lease: null, priority: state.priority + 1 };
    case 'QueueItemParked':
      return { ...state, stage: 'parked', lease: null, parkedUntil: data.until };
    case 'QueueItemReturned':
      return { ...state, stage: 'waiting', parkedUntil: null };
    case 'QueueItemCompleted':
      return { ...state, stage: 'done', lease: null, parkedUntil: null, closedBy: event.actor.name };
    case 'QueueItemRemoved':
      return { ...state, stage: 'removed', lease: null, parkedUntil: null, closedBy: event.actor.name };
    case 'QueueItemPinned':
      return { ...state, pinned: data.pinned };
    case 'QueueItemSlaBreached':
      return { ...state, breached: true };
    case 'QueueItemSlaEscalated':
      return { ...state, escalated: true };
    default:
      return state;
  }
}
