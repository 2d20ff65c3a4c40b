import { partBeforeLast } from '../core/cut.ts';
import type { StoredEvent } from '../core/event.ts';
import { streamName, streamKey } from '../core/event.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { QueueDef } from '../families/queue.ts';
import { queueNeed } from '../families/queue.ts';
import { queueFace } from '../streams/calls/enter-queue.ts';
import type { FloorMark } from '../families/wall-tiles.ts';
import { queueMark } from '../families/wall-tiles.ts';
import * as queues from '../queues/index.ts';
import { breakLimits } from '../streams/people/attendance/guards.ts';

type Counted = Pick<
  QueueDef,
  'name' | 'items' | 'group' | 'entity' | 'subject' | 'rules' | 'entering' | 'counted'
>;
const all = Object.values<Counted>(queues);
const queueNames = new Map(
  all.filter(({ name, items }) => name === items).map((queue) => [queue.name, queue]),
);
/**
 * Queues that show some rows of another one; they have marks of their own besides those of the whole queue.
 */
const parts = new Map(
  all.flatMap((queue) => {
    const whole = queueNames.get(queue.items);
    return queue.counted && whole ? [[queue.name, { ...queue, counted: queue.counted, whole }] as const] : [];
  }),
);
const partSubjects = [...new Set([...parts.values()].map(({ subject }) => subject))];
/** Boards of the wall that are not queues; each registered queue has its own. */
export const ownBoards = ['approvals', 'attendance'] as const;

const itemKey = /^(.+)-([^-]+)$/;
const later = (at: string, minutes: number): string =>
  new Date(Date.parse(at) + minutes * 60_000).toISOString();

/** The last third of the time is "at risk". */
function warnOf(since: string, dueAt: string): string {
  const from = Date.parse(since);
  return new Date(from + Math.round(((Date.parse(dueAt) - from) * 2) / 3)).toISOString();
}

function approvalMark(
  row: FloorMark | undefined,
  { type, data, at }: StoredEvent,
  id: string,
): FloorMark | null {
  switch (type) {
    case 'ApprovalRequested':
      return data.autoGrant
        ? null
        : {
            id,
            board: 'approvals',
            state: 'waiting',
            since: at,
            warnAt: warnOf(at, data.dueAt),
            breachAt: data.dueAt,
          };
    case 'ApprovalStepApproved':
      return data.last || !row
        ? null
        : { ...row, state: 'waiting', warnAt: warnOf(at, data.dueAt), breachAt: data.dueAt };
    case 'ApprovalDecisionUndone':
      return {
        id,
        board: 'approvals',
        state: 'held',
        since: data.enteredAt,
        warnAt: warnOf(data.enteredAt, data.dueAt),
        breachAt: data.dueAt,
      };
    case 'ApprovalReviewStarted':
      return row ? { ...row, state: 'held' } : null;
    case 'ApprovalInfoRequested':
      return row ? { ...row, state: 'question', warnAt: null, breachAt: null } : null;
    case 'ApprovalInfoGiven':
      return row
        ? { ...row, state: 'waiting', warnAt: warnOf(row.since, data.dueAt), breachAt: data.dueAt }
        : null;
    case 'ApprovalDelegated':
    case 'ApprovalReassigned':
    case 'ApprovalHandedOver':
    case 'ApprovalEscalated':
      return row ?? null;
    default:
      return null;
  }
}

function attendanceMark(
  row: FloorMark | undefined,
  { type, data, at }: StoredEvent,
  id: string,
): FloorMark | null {
  const working = (since: string): FloorMark => ({
    id,
    board: 'attendance',
    state: 'working',
    since,
    warnAt: null,
    breachAt: null,
  });
  switch (type) {
    case 'CheckedIn':
      return working(at);
    case 'CheckInRegularized':
      return data.dActualCheckOutDateTime ? null : working(data.dCheckInDateTime);
    case 'AttendanceReopened':
      return working(at);
    case 'BreakStarted':
      return row
        ? {
            ...row,
            state: 'onBreak',
            warnAt: later(at, breakLimits.singleMinutes),
            breachAt: later(at, breakLimits.totalMinutes),
          }
        : null;
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

/** The mark of a part: from its entering event on, it follows the item of the whole queue. */
function partMark(
  row: FloorMark | undefined,
  event: StoredEvent,
  id: string,
  board: string,
): FloorMark | null {
  const part = parts.get(board);
  if (!part) return null;
  if (streamName(event.stream) === 'queueitem') return row ? queueMark(row, event, id, board) : null;
  if (part.counted.until.includes(event.type) || part.whole.entering.leave.includes(event.type)) return null;
  const entering = part.counted.from(event) ? part.whole.entering.enter.item?.(event) : null;
  if (!entering) return row ?? null;
  const { enteredAt, warnAt, breachAt } = queueFace(part.whole.rules, entering);
  return { id, board, state: 'waiting', since: enteredAt, warnAt, breachAt };
}

function idsOf(event: StoredEvent): readonly string[] {
  const key = streamKey(event.stream);
  const name = streamName(event.stream);
  if (partSubjects.includes(name))
    return [...parts.values()].filter(({ subject }) => subject === name).map((part) => `${part.name}:${key}`);
  const own = idOf(event);
  if (own === null) return [];
  if (name !== 'queueitem') return [own];
  const [, queue = '', subject = ''] = itemKey.exec(key) ?? [];
  return [
    own,
    ...[...parts.values()].filter(({ items }) => items === queue).map((part) => `${part.name}:${subject}`),
  ];
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
  version: 3,
  streams: ['queueitem', 'approval', 'attendance', ...partSubjects],
  ids: idsOf,
  row: (row, event, id) => {
    const board = partBeforeLast(id, ':');
    if (parts.has(board)) return partMark(row, event, id, board);
    if (streamName(event.stream) === 'queueitem') return queueMark(row, event, id, board);
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
