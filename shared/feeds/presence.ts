import { isOf, type EventOf } from '../core/stream.ts';
import type { attendance } from '../streams/people/attendance/attendance.ts';
import type { agentwork } from '../streams/calls/agentwork.ts';
import type { caller } from '../streams/calls/call/serving.ts';
import type { call } from '../streams/calls/call/call.ts';
import { partBefore } from '../core/cut.ts';
import { streamKey, streamName } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { callLeadNeed } from '../streams/calls/call/acting.ts';
import { evolveAttendance, noRecord, type AttendanceRecord } from '../streams/people/attendance/record.ts';

/** An agent's activity, from attendance, call and the claimed row. */
export type AgentState = 'ready' | 'previewing' | 'working' | 'onCall' | 'wrapUp' | 'onBreak';

export interface AgentRow {
  readonly id: string;
  readonly empId: number;
  readonly name: string;
  readonly pooId: number | null;
  readonly state: AgentState;
  readonly since: string;
  /** Of the claimed row: LD-010021. */
  readonly ref: string | null;
  readonly callId: string | null;
}

interface Kept extends AgentRow {
  readonly day: AttendanceRecord | null;
  readonly call: { readonly id: string; readonly ended: boolean } | null;
  readonly held: Readonly<Record<string, string>>;
  readonly served: boolean;
}

const nobody = (empId: number, at: string): Kept => ({
  ...{ id: String(empId), empId, name: '', pooId: null, state: 'ready', since: at, ref: null, callId: null },
  ...{ day: null, call: null, held: {}, served: false },
});

function stateOf({ day, call, held, served }: Kept): AgentState | null {
  const here = day !== null && day.iCancelFlag !== 1 && day.iCheckInCheckOutFlag === 1;
  if (call) return call.ended ? 'wrapUp' : 'onCall';
  if (!here) return null;
  if (day.iBreakInBreakOutFlag === 1) return 'onBreak';
  if (served) return 'previewing';
  return Object.keys(held).length > 0 ? 'working' : 'ready';
}

type PresenceEvent = EventOf<typeof attendance | typeof agentwork | typeof caller | typeof call>;

function changed(row: Kept, event: PresenceEvent): Partial<Kept> {
  const { stream } = event;
  if (isOf<typeof attendance>('attendance', event)) {
    const blank = noRecord(streamKey(stream));
    if (row.day && row.day.date > blank.date) return {};
    const day = evolveAttendance(row.day?.date === blank.date ? row.day : blank, event);
    return { day, pooId: day.iPooId };
  }
  switch (event.type) {
    case 'WorkTaken':
      return { held: { ...row.held, [event.data.item]: event.data.ref } };
    case 'WorkEnded': {
      const { [event.data.item]: _ended, ...held } = row.held;
      return { held };
    }
    case 'CallLineTaken':
      return { call: { id: event.data.call.slice('call-'.length), ended: false }, served: false };
    case 'CallLineFreed':
      return row.call && `call-${row.call.id}` === event.data.call ? { call: null } : {};
    case 'ItemServed':
      return { served: true };
    default:
      if (streamName(stream) === 'caller') return { served: false };
      return row.call?.id === streamKey(stream) ? { call: { ...row.call, ended: true } } : {};
  }
}

/** The agent whose row an event affects; events of a call concern the person on the call. */
function personOf({ stream, type, data }: PresenceEvent): string | null {
  const key = streamKey(stream);
  if (streamName(stream) === 'attendance') return partBefore(key, '-');
  if (streamName(stream) === 'call')
    return type === 'CallEnded' || type === 'CallNotConnected' ? String(data.empId) : null;
  return key;
}

/** Everybody at work: their activity and its start; others have no row. */
export const presenceView = defineView<Kept, PresenceEvent>({
  name: 'presence',
  version: 1,
  streams: ['attendance', 'agentwork', 'caller', 'call'],
  ids: (event) => {
    const id = personOf(event);
    return id === null ? [] : [id];
  },
  row: (before, event, id) => {
    const row = before ?? nobody(Number(id), event.at);
    const name = event.actor.empId === row.empId ? event.actor.name : row.name;
    const next = { ...row, name, ...changed(row, event) };
    const state = stateOf(next);
    // Kept while a day, a call or a claimed row may still make somebody appear.
    if (state === null)
      return next.day === null || next.day.iCheckInCheckOutFlag === 1 ? { ...next, ref: null } : null;
    const ref = Object.values(next.held)[0] ?? null;
    return {
      ...next,
      state,
      ref,
      callId: next.call?.id ?? null,
      since: state === row.state && before ? row.since : event.at,
    };
  },
});

const shown = ({ id, empId, name, pooId, state, since, ref, callId }: Kept): AgentRow => ({
  id,
  empId,
  name,
  pooId,
  state,
  since,
  ref,
  callId,
});
const present = (row: Kept): boolean => stateOf(row) !== null;

/** Agents of the viewer's places, for their leads. */
export const callsPresence = defineFeed<Kept, { readonly poos: readonly number[] | 'all' }, AgentRow>({
  name: 'calls/presence',
  view: presenceView,
  need: callLeadNeed,
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: (row, scope) => (present(row) && inPoos(scope, row.pooId) ? shown(row) : null),
  sources: ['employee'],
});
