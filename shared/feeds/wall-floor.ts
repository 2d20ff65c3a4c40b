import type { StoredEvent } from '../core/event.ts';
import { streamName, streamKey } from '../core/event.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { breakLimits } from '../streams/people/attendance/guards.ts';

export const floorBoards = ['signup', 'approvals', 'attendance'] as const;
export type FloorBoard = (typeof floorBoards)[number];

/** One thing that waits or someone at work, without a name: the wall counts the marks by its own corrected clock. */
export interface FloorMark {
  readonly id: string;
  readonly board: FloorBoard;
  readonly state: 'waiting' | 'held' | 'question' | 'working' | 'onBreak';
  readonly since: string;
  readonly warnAt: string | null;
  readonly breachAt: string | null;
}

export interface FloorTile {
  readonly id: FloorBoard;
  readonly waiting: number;
  /** Of those, in somebody's hands, asked about, or on a break. */
  readonly held: number;
  readonly oldestAt: string | null;
  readonly atRisk: number;
  readonly breached: number;
}

/** The tiles of the wall at an instant (ms, the server's clock): a mark is at risk from `warnAt` and breached from `breachAt`. */
export function floorTiles(marks: Iterable<FloorMark>, now: number): readonly FloorTile[] {
  const all = [...marks];
  return floorBoards.map((id) => {
    const mine = all.filter((mark) => mark.board === id);
    const breached = mine.filter((mark) => mark.breachAt !== null && Date.parse(mark.breachAt) <= now).length;
    const warned = mine.filter((mark) => mark.warnAt !== null && Date.parse(mark.warnAt) <= now).length;
    const oldestAt = mine.reduce<string | null>((oldest, mark) => (oldest === null || mark.since < oldest ? mark.since : oldest), null);
    const held = mine.filter((mark) => mark.state === 'held' || mark.state === 'question' || mark.state === 'onBreak').length;
    return { id, waiting: mine.length, held, oldestAt, atRisk: Math.max(0, warned - breached), breached };
  });
}

const signupKey = /^signup-queue-(.+)$/;
const later = (at: string, minutes: number): string => new Date(Date.parse(at) + minutes * 60_000).toISOString();

function signupMark(row: FloorMark | undefined, { type, data }: StoredEvent, id: string): FloorMark | null {
  switch (type) {
    case 'QueueItemEntered':
      return { id, board: 'signup', state: 'waiting', since: data.enteredAt, warnAt: data.warnAt, breachAt: data.breachAt };
    case 'QueueItemClaimed':
    case 'QueueItemTakenOver':
    case 'QueueItemWorkStarted':
      return row ? { ...row, state: 'held' } : null;
    case 'QueueItemReleased':
    case 'QueueItemLeaseExpired':
    case 'QueueItemReturned':
    case 'QueueItemParked':
      return row ? { ...row, state: 'waiting' } : null;
    case 'QueueItemCompleted':
    case 'QueueItemRemoved':
      return null;
    default:
      return row ?? null;
  }
}

/** The last third of the time is "at risk". */
function warnOf(since: string, dueAt: string): string {
  const from = Date.parse(since);
  return new Date(from + Math.round(((Date.parse(dueAt) - from) * 2) / 3)).toISOString();
}

function approvalMark(row: FloorMark | undefined, { type, data, at }: StoredEvent, id: string): FloorMark | null {
  switch (type) {
    case 'ApprovalRequested':
      return data.autoGrant ? null : { id, board: 'approvals', state: 'waiting', since: at, warnAt: warnOf(at, data.dueAt), breachAt: data.dueAt };
    case 'ApprovalStepApproved':
      return data.last || !row ? null : { ...row, state: 'waiting', warnAt: warnOf(at, data.dueAt), breachAt: data.dueAt };
    case 'ApprovalDecisionUndone':
      return { id, board: 'approvals', state: 'held', since: data.enteredAt, warnAt: warnOf(data.enteredAt, data.dueAt), breachAt: data.dueAt };
    case 'ApprovalReviewStarted':
      return row ? { ...row, state: 'held' } : null;
    case 'ApprovalInfoRequested':
      return row ? { ...row, state: 'question', warnAt: null, breachAt: null } : null;
    case 'ApprovalInfoGiven':
      return row ? { ...row, state: 'waiting', warnAt: warnOf(row.since, data.dueAt), breachAt: data.dueAt } : null;
    case 'ApprovalDelegated':
    case 'ApprovalReassigned':
    case 'ApprovalHandedOver':
    case 'ApprovalEscalated':
      return row ?? null;
    default:
      return null;
  }
}

function attendanceMark(row: FloorMark | undefined, { type, data, at }: StoredEvent, id: string): FloorMark | null {
  const working = (since: string): FloorMark => ({ id, board: 'attendance', state: 'working', since, warnAt: null, breachAt: null });
  switch (type) {
    case 'CheckedIn':
      return working(at);
    case 'CheckInRegularized':
      return data.dActualCheckOutDateTime ? null : working(data.dCheckInDateTime);
    case 'AttendanceReopened':
      return working(at);
    case 'BreakStarted':
      return row ? { ...row, state: 'onBreak', warnAt: later(at, breakLimits.singleMinutes), breachAt: later(at, breakLimits.totalMinutes) } : null;
    case 'BreakEnded':
      return row ? working(row.since) : null;
    case 'CheckedOut':
    case 'AttendanceAutoClosed':
    case 'AttendanceCorrected':
    case 'AttendanceCancelled':
      return null;
    default:
      return row ?? null;
  }
}

function idOf({ stream, data }: StoredEvent): string | null {
  const key = streamKey(stream);
  switch (streamName(stream)) {
    case 'queueitem': {
      const subject = signupKey.exec(key)?.[1];
      return subject === undefined ? null : `signup:${subject}`;
    }
    case 'approval':
      return `approvals:${key}`;
    default:
      return data.iEcicoId == null ? null : `attendance:${data.iEcicoId}`;
  }
}

export const floor = defineView<FloorMark>({
  name: 'floor',
  version: 1,
  streams: ['queueitem', 'approval', 'attendance'],
  ids: (event) => {
    const id = idOf(event);
    return id === null ? [] : [id];
  },
  row: (row, event, id) => {
    if (id.startsWith('signup:')) return signupMark(row, event, id);
    return id.startsWith('approvals:') ? approvalMark(row, event, id) : attendanceMark(row, event, id);
  },
});

/** The wall board `floor`; numbers and instants only. */
export const wallFloor = defineFeed<FloorMark, Record<string, never>, FloorMark>({
  name: 'wall/floor',
  view: floor,
  need: 'Out Bound/signup-queue:view',
  wall: true,
  scope: () => ({}),
  see: (row) => row,
  sources: ['customer', 'employee', 'lead'],
});
