import type { QueueItemEvent } from '../streams/calls/queueitem/state.ts';
import type { Stored } from '../core/event.ts';
import type { EventOf } from '../core/stream.ts';
import type { attendance } from '../streams/people/attendance/attendance.ts';
import type { approval } from '../streams/approvals/approval/approval.ts';
import type { StoredEvent } from '../core/event.ts';
import { streamName, streamKey } from '../core/event.ts';
import type { Translations } from '../core/translations.ts';
import { defineView } from '../core/view.ts';
import type { QueueDef } from '../families/queue.ts';
import { queueNeed } from '../families/queue.ts';
import { boardOf, itemOf, markSince, queueMark, type PlacedMark } from '../families/wall-marks.ts';
import { defineWall } from '../families/wall.ts';
import * as queues from '../queues/index.ts';
import { queueFace } from '../streams/calls/enter-queue.ts';
import { breakLimits } from '../streams/people/attendance/guards.ts';
import { approvalMark, decided } from './approval-marks.ts';

type Counted = Pick<
  QueueDef,
  'name' | 'items' | 'group' | 'entity' | 'subject' | 'rules' | 'entering' | 'counted'
> & { readonly translations: Translations<'title'> };
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

const later = (at: string, minutes: number): string =>
  new Date(Date.parse(at) + minutes * 60_000).toISOString();

function attendanceMark(
  row: PlacedMark | undefined,
  { type, data, at }: EventOf<typeof attendance>,
  id: string,
): PlacedMark | null {
  const opened = type === 'CheckedIn' || type === 'CheckInRegularized' ? data : null;
  const working = (since: string): PlacedMark =>
    markSince(id, 'attendance', since, row?.pooId ?? opened?.iPooId ?? null);
  switch (type) {
    case 'CheckedIn':
      return working(at);
    case 'CheckInRegularized':
      return data.dActualCheckOutDateTime ? null : working(data.dCheckInDateTime);
    case 'AttendanceReopened':
    case 'CheckOutUndone':
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
  row: PlacedMark | undefined,
  event: StoredEvent,
  id: string,
  board: string,
): PlacedMark | null {
  const part = parts.get(board);
  if (!part) return null;
  if (streamName(event.stream) === 'queueitem')
    return row ? queueMark(row, event as Stored<QueueItemEvent>, id, board) : null;
  if (part.counted.until.includes(event.type) || part.whole.entering.leave.includes(event.type)) return null;
  const entering = part.counted.from(event) ? part.whole.entering.enter.item?.(event) : null;
  if (!entering) return row ?? null;
  const { enteredAt, warnAt, breachAt, pooId } = queueFace(part.whole.rules, entering);
  return { ...markSince(id, board, enteredAt, pooId), state: 'waiting', warnAt, breachAt };
}

function idsOf(event: StoredEvent): readonly string[] {
  const key = streamKey(event.stream);
  const name = streamName(event.stream);
  if (partSubjects.includes(name))
    return [...parts.values()].filter(({ subject }) => subject === name).map((part) => `${part.name}:${key}`);
  const own = idOf(event);
  if (own === null) return [];
  if (name !== 'queueitem') return [own];
  const [queue, subject] = itemOf(event);
  return [
    own,
    ...[...parts.values()].filter(({ items }) => items === queue).map((part) => `${part.name}:${subject}`),
  ];
}

function idOf(event: StoredEvent): string | null {
  const { stream } = event;
  const key = streamKey(stream);
  switch (streamName(stream)) {
    case 'queueitem': {
      const [queue, subject] = itemOf(event);
      return queueNames.has(queue) ? `${queue}:${subject}` : null;
    }
    case 'approval':
      return `approvals:${key}`;
    default: {
      const { iEcicoId } = (event as EventOf<typeof attendance>).data;
      return iEcicoId == null ? null : `attendance:${iEcicoId}`;
    }
  }
}

export const floor = defineView<PlacedMark>({
  name: 'floor',
  version: 4,
  streams: ['queueitem', 'approval', 'attendance', ...partSubjects],
  ids: idsOf,
  row: (row, event, id) => {
    const board = boardOf(id);
    if (parts.has(board)) return partMark(row, event, id, board);
    if (streamName(event.stream) === 'queueitem')
      return queueMark(row, event as Stored<QueueItemEvent>, id, board);
    return board === 'approvals'
      ? approvalMark(row, event as EventOf<typeof approval>, id, board)
      : attendanceMark(row, event as EventOf<typeof attendance>, id);
  },
});

/** *All queues*: a tile for each queue, for approvals, and for the people at work. */
export const floorWall = defineWall({
  name: 'floor',
  title: { en: 'All queues', es: 'Todas las colas' },
  need: [...queueNames.values()].map(queueNeed),
  boards: [...all.map(({ name }) => name), 'approvals', 'attendance'],
  view: floor,
  mark: (row) => (row.board === decided ? null : row),
  tiles: [
    ...all.map(({ name, translations: { en, es } }) => ({
      board: name,
      title: { en: en.title, es: es.title },
    })),
    { board: 'approvals', title: { en: 'Approvals', es: 'Aprobaciones' } },
    { board: 'attendance', title: { en: 'At work', es: 'Presentes' }, people: true },
  ],
  sources: ['customer', 'employee', 'lead'],
});
