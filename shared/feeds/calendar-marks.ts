import type { queueitem } from '../streams/calls/queueitem/queueitem.ts';
import { partBeforeLast } from '../core/cut.ts';
import type { Stored } from '../core/event.ts';
import type { EventOf } from '../core/stream.ts';
import { streamKey, streamName } from '../core/event.ts';
import { defineFeed, defineView } from '../core/view.ts';
import {
  evolveQueueItem,
  newQueueItem,
  type QueueItemEvent,
  type QueueItemState,
} from '../streams/calls/queueitem/state.ts';
import { evolveMaster, nothing, type MasterEvent, type MasterState } from '../streams/masters/state.ts';
import { tempdesig, type TempdesigState } from '../streams/access/tempdesig.ts';

type Kept =
  | {
      readonly id: string;
      readonly of: 'master';
      readonly state: Pick<MasterState, 'kind' | 'fields' | 'iStatus' | 'stage'>;
    }
  | {
      readonly id: string;
      readonly of: 'queueitem';
      readonly state: QueueItemState;
      readonly by: number | null;
    }
  | { readonly id: string; readonly of: 'tempdesig'; readonly state: TempdesigState };

/** A calendar mark other than appointments and personal entries. Days are IST, instants ISO. */
export interface CalendarMark {
  readonly id: string;
  readonly is: 'holiday' | 'camp' | 'block' | 'callback' | 'lent';
  /** Name of the record or reference of a callback; empty for blocks and temporary designations. */
  readonly title: string;
  readonly day: string;
  /** The last day of an all-day mark; equal to `day` for one day. */
  readonly until: string;
  /** `HH:mm`; null for all-day marks. */
  readonly from: string | null;
  readonly to: string | null;
  /** Instant, queue and row of a callback. */
  readonly at: string | null;
  readonly queue: string | null;
  readonly row: string | null;
  readonly mine: boolean;
}

const kinds: Readonly<Record<string, CalendarMark['is']>> = {
  holiday: 'holiday',
  campEvent: 'camp',
  slotBlock: 'block',
};
const masterKind = (stream: string): string => partBeforeLast(streamKey(stream), '-');

/** Holidays, camps, slot blocks, parked queue rows and temporary designations, folded from the log. */
export const calendarMarksView = defineView<
  Kept,
  EventOf<typeof queueitem | typeof tempdesig> | Stored<MasterEvent>
>({
  name: 'calendarMarks',
  version: 1,
  streams: ['master', 'queueitem', 'tempdesig'],
  ids: ({ stream, type }) => {
    if (streamName(stream) === 'master')
      return type.startsWith('MasterRecord') && kinds[masterKind(stream)] ? [stream] : [];
    return [stream];
  },
  row: (row, event, id) => {
    if (row?.of === 'master' || streamName(id) === 'master') {
      const { kind, fields, iStatus, stage } = evolveMaster(
        { ...nothing(streamKey(id)), ...(row?.of === 'master' ? { ...row.state, exists: true } : {}) },
        event as Stored<MasterEvent>,
      );
      if (event.type === 'MasterRecordCancelled' || event.type === 'MasterRecordMerged') return null;
      return { id, of: 'master', state: { kind, fields, iStatus, stage } };
    }
    if (row?.of === 'queueitem' || streamName(id) === 'queueitem') {
      const before = row?.of === 'queueitem' ? row : null;
      const state = evolveQueueItem(
        before?.state ?? newQueueItem(streamKey(id)),
        event as Stored<QueueItemEvent>,
      );
      if (state.stage === 'done' || state.stage === 'removed') return null;
      return {
        id,
        of: 'queueitem',
        state,
        by:
          event.type === 'QueueItemParked'
            ? event.actor.empId
            : state.stage === 'parked'
              ? (before?.by ?? null)
              : null,
      };
    }
    const state = tempdesig.evolve(
      row?.of === 'tempdesig' ? row.state : tempdesig.initial(streamKey(id)),
      event as EventOf<typeof tempdesig>,
    );
    return state.state === 'requested' || state.state === 'active' ? { id, of: 'tempdesig', state } : null;
  },
});

interface Sight {
  readonly empId: number | null;
  readonly poos: readonly number[] | 'all';
  readonly languages: readonly string[] | 'all';
  /** Queues whose rows the viewer may see, as `<group>/<entity>`; null: all. */
  readonly queues: readonly string[] | null;
}

const whole = { from: null, to: null, at: null, queue: null, row: null } as const;
const here = (poos: Sight['poos'], places: readonly number[]): boolean =>
  poos === 'all' || places.length === 0 || places.some((id) => poos.includes(id));
const numbers = (value: unknown): readonly number[] =>
  Array.isArray(value) ? (value as number[]) : typeof value === 'number' ? [value] : [];

function ofMaster(
  id: string,
  { kind, fields, iStatus, stage }: Extract<Kept, { of: 'master' }>['state'],
  sight: Sight,
): CalendarMark | null {
  const is = kinds[kind]!;
  const day = String(fields.dDate);
  const text = { id, is, title: String(fields.vName ?? ''), day, until: day, ...whole };
  if (iStatus === 0 || stage === 'called off') return null;
  if (is === 'holiday') return here(sight.poos, numbers(fields.pooIds)) ? { ...text, mine: true } : null;
  if (is === 'block')
    return fields.iEmpId === sight.empId
      ? { ...text, from: String(fields.tFrom), to: String(fields.tTo), mine: true }
      : null;
  const mine = sight.empId !== null && numbers(fields.coordinatorIds).includes(sight.empId);
  return mine || here(sight.poos, numbers(fields.iPooId)) ? { ...text, mine } : null;
}

function ofQueue(
  id: string,
  { state, by }: Extract<Kept, { of: 'queueitem' }>,
  sight: Sight,
): CalendarMark | null {
  const { face, parkedUntil } = state;
  if (state.stage !== 'parked' || !face || parkedUntil === null) return null;
  const { group, entity, pooId, language } = face;
  if (sight.queues !== null && !sight.queues.includes(`${group}/${entity}`)) return null;
  if (sight.poos !== 'all' && (pooId === null || !sight.poos.includes(pooId))) return null;
  if (sight.languages !== 'all' && language !== null && !sight.languages.includes(language)) return null;
  return {
    ...whole,
    id,
    is: 'callback',
    title: face.ref,
    day: '',
    until: '',
    at: parkedUntil,
    queue: face.queue,
    row: streamKey(face.subject),
    mine: by !== null && by === sight.empId,
  };
}

/** Live marks for one person: those of their places, their own, and callbacks of queues they may see. */
export const calendarMarks = defineFeed<Kept, Sight & Readonly<Record<string, unknown>>, CalendarMark>({
  name: 'calendar/marks',
  view: calendarMarksView,
  need: 'signedIn',
  scope: (viewer) => ({
    empId: viewer.empId,
    poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b),
    languages: viewer.languages === 'all' ? 'all' : [...viewer.languages].sort(),
    queues: viewer.admin
      ? null
      : [...viewer.rights].flatMap((right) => /^(.+):view$/.exec(right)?.[1] ?? []).sort(),
  }),
  see: (row, sight) => {
    if (row.of === 'master') return ofMaster(row.id, row.state, sight);
    if (row.of === 'queueitem') return ofQueue(row.id, row, sight);
    const { empId, from, to } = row.state;
    return empId === sight.empId
      ? { ...whole, id: row.id, is: 'lent', title: '', day: from, until: to, mine: true }
      : null;
  },
  sources: ['masters', 'lead'],
});
