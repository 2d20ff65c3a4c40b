import { partBefore } from '../core/cut.ts';
import { streamKey, streamName, type StoredEvent } from '../core/event.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { queueNeed } from '../families/queue.ts';
import { queueMark, type FloorMark } from '../families/wall-tiles.ts';
import { pharmaLeadQueue } from '../queues/pharma-lead/queue.ts';
import { pharmaLeadRemainder } from '../queues/pharma-lead/remainder.ts';
import { presenceView, type AgentState } from './presence.ts';

type Present = Parameters<typeof presenceView.row>[0];
interface Kept {
  readonly mark: FloorMark | null;
  readonly agent: Present;
}

const boards: Readonly<Record<string, string>> = {
  [pharmaLeadQueue.name]: 'calls',
  [pharmaLeadRemainder.name]: 'callbacks',
};
const states: Readonly<Record<AgentState, FloorMark['state']>> = {
  ready: 'waiting',
  previewing: 'held',
  working: 'held',
  onCall: 'held',
  wrapUp: 'held',
  onBreak: 'onBreak',
};
const itemKey = /^(.+)-([^-]+)$/;

function itemMark(row: FloorMark | undefined, event: StoredEvent, id: string): FloorMark | null {
  const mark = queueMark(row, event, id, partBefore(id, ':'));
  // A parked row is nobody's turn until it returns.
  return mark && event.type === 'QueueItemParked' ? { ...mark, state: 'question' } : mark;
}

function agentMark(before: Present, event: StoredEvent, id: string): Kept | null {
  const empId = id.slice('agents:'.length);
  const agent = presenceView.row(before, event, empId) ?? undefined;
  if (!agent) return null;
  const here = agent.call !== null || agent.day?.iCheckInCheckOutFlag === 1;
  const mark: FloorMark | null = here
    ? {
        id,
        board: 'agents',
        state: states[agent.state],
        since: agent.since,
        warnAt: null,
        breachAt: null,
      }
    : null;
  return { mark, agent };
}

/** Marks of rows that wait for a call, of promised callbacks, and of agents. */
export const callingWallView = defineView<Kept>({
  name: 'callingWall',
  version: 1,
  streams: ['queueitem', ...presenceView.streams],
  ids: (event) => {
    if (streamName(event.stream) !== 'queueitem')
      return presenceView.ids(event).map((empId) => `agents:${empId}`);
    const [, queue = '', subject] = itemKey.exec(streamKey(event.stream)) ?? [];
    return boards[queue] === undefined ? [] : [`${boards[queue]}:${subject}`];
  },
  row(row, event, id) {
    if (id.startsWith('agents:')) return agentMark(row?.agent, event, id);
    const mark = itemMark(row?.mark ?? undefined, event, id);
    return mark && { mark, agent: undefined };
  },
});

/** The wall *Calling floor*; numbers and instants only. */
export const wallCalling = defineFeed<Kept, Record<string, never>, FloorMark>({
  name: 'wall/calling',
  view: callingWallView,
  need: [queueNeed(pharmaLeadQueue), queueNeed(pharmaLeadRemainder)],
  wall: true,
  scope: () => ({}),
  see: ({ mark }) => mark,
  sources: ['lead', 'employee'],
});

const kept = 5_000;

/** Marks of leads by arrival and first call, and of the visits, orders and customers that resulted. */
export const leadsWallView = defineView<FloorMark>({
  name: 'leadsWall',
  version: 1,
  streams: ['lead', 'call'],
  recent: { most: kept, first: ({ type }) => type === 'LeadCreated' },
  ids: ({ type, stream, data }) => {
    const key = streamKey(stream);
    switch (type) {
      case 'LeadCreated':
      case 'LeadCallStarted':
      case 'LeadWithdrawn':
        return [`leads:${key}`];
      case 'LeadAppointmentFixed':
        return [`visits:${key}`];
      case 'LeadConverted':
        return [`converted:${key}`];
      case 'CallDispositioned':
        return data.code === 'ORDER_TAKEN' ? [`orders:${key}`] : [];
      default:
        return [];
    }
  },
  row(row, { type, at }, id) {
    if (type === 'LeadWithdrawn') return null;
    if (type === 'LeadCallStarted') return row ? { ...row, reachedAt: row.reachedAt ?? at } : null;
    const board = partBefore(id, ':');
    return { id, board, state: 'working', since: at, warnAt: null, breachAt: null };
  },
});

/** The wall *Leads and sales*; numbers and instants only. */
export const wallLeads = defineFeed<FloorMark, Record<string, never>, FloorMark>({
  name: 'wall/leads',
  view: leadsWallView,
  need: [queueNeed(pharmaLeadQueue), 'Dashboard/digitalMarketing:view'],
  wall: true,
  scope: () => ({}),
  see: (row) => row,
  sources: ['lead'],
});
