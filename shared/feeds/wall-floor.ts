import type { StoredEvent } from '../core/event.ts';
import { streamName, streamKey } from '../core/event.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { QueueDef } from '../families/queue.ts';
import { queueNeed } from '../families/queue.ts';
import type { FloorMark } from '../families/wall-tiles.ts';
import { queueMark } from '../families/wall-tiles.ts';
import * as queues from '../queues/index.ts';
import { breakLimits } from '../streams/people/attendance/guards.ts';

const queueNames = new Map(Object.values<Pick<QueueDef, 'name' | 'group' | 'entity'>>(queues).map((queue) => [queue.name, queue]));
/** Boards of the wall that are no queues; every registered queue has one of its own before them. */
export const ownBoards = ['approvals', 'attendance'] as const;

const itemKey = /^(.+)-([^-]+)$/;
const later = (at: string, minutes: number): string => new Date(Date.parse(at) + minutes * 60_000).toISOString();

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
      const [, queue = '', subject] = itemKey.exec(key) ?? [];
      return queueNames.has(queue) ? `${queue}:${subject}` : null;
    }
    case 'approval':
      return `approvals:${key}`;
    default:
      return data.iEcicoId == null ? null : `attendance:${data.iEcicoId}`;
  }
}

export const floor = defineView<FloorMark>({
  name: 'floor',
  version: 2,
  streams: ['queueitem', 'approval', 'attendance'],
  ids: (event) => {
    const id = idOf(event);
    return id === null ? [] : [id];
  },
  row: (row, event, id) => {
    if (streamName(event.stream) === 'queueitem') return queueMark(row, event, id, id.slice(0, id.lastIndexOf(':')));
    return id.startsWith('approvals:') ? approvalMark(row, event, id) : attendanceMark(row, event, id);
  },
});

/** The wall board `floor`; numbers and instants only. */
export const wallFloor = defineFeed<FloorMark, Record<string, never>, FloorMark>({
  name: 'wall/floor',
  view: floor,
  need: [...queueNames.values()].map(queueNeed),
  wall: true,
  scope: () => ({}),
  see: (row) => row,
  sources: ['customer', 'employee', 'lead'],
});
