import type { QueueItemEvent } from '../streams/calls/queueitem/state.ts';
import type { Stored } from '../core/event.ts';
import { streamName, type StoredEvent } from '../core/event.ts';
import { defineView } from '../core/view.ts';
import { queueNeed } from '../families/queue.ts';
import { itemIds, markSince, queueMark, type PlacedMark, type WallState } from '../families/wall-marks.ts';
import { defineWall } from '../families/wall.ts';
import { presenceView, type AgentState } from '../feeds/presence.ts';
import { pharmaLeadQueue } from '../queues/pharma-lead/queue.ts';
import { pharmaLeadRemainder } from '../queues/pharma-lead/remainder.ts';

type Present = Parameters<typeof presenceView.row>[0];
interface Kept {
  readonly mark: PlacedMark | null;
  readonly agent: Present;
}

const boards = { [pharmaLeadQueue.name]: 'calls', [pharmaLeadRemainder.name]: 'callbacks' };
const states: Readonly<Record<AgentState, WallState>> = {
  ready: 'waiting',
  previewing: 'held',
  working: 'held',
  onCall: 'held',
  wrapUp: 'held',
  onBreak: 'onBreak',
};

function itemMark(row: PlacedMark | undefined, event: Stored<QueueItemEvent>, id: string): PlacedMark | null {
  const mark = queueMark(row, event, id);
  // A parked row is nobody's turn until it returns.
  return mark && event.type === 'QueueItemParked' ? { ...mark, state: 'question' } : mark;
}

function agentMark(before: Present, event: StoredEvent, id: string): Kept | null {
  const empId = id.slice('agents:'.length);
  const agent = presenceView.row(before, event, empId) ?? undefined;
  if (!agent) return null;
  const here = agent.call !== null || agent.day?.iCheckInCheckOutFlag === 1;
  const mark = here
    ? { ...markSince(id, 'agents', agent.since, agent.pooId), state: states[agent.state] }
    : null;
  return { mark, agent };
}

/** Marks of rows that wait for a call, of promised callbacks, and of agents. */
export const callingWallView = defineView<Kept>({
  name: 'callingWall',
  version: 2,
  streams: ['queueitem', ...presenceView.streams],
  ids: (event) =>
    streamName(event.stream) === 'queueitem'
      ? itemIds(boards, event)
      : presenceView.ids(event).map((empId) => `agents:${empId}`),
  row(row, event, id) {
    if (id.startsWith('agents:')) return agentMark(row?.agent, event, id);
    const mark = itemMark(row?.mark ?? undefined, event as Stored<QueueItemEvent>, id);
    return mark && { mark, agent: undefined };
  },
});

/** A parked row does not wait. */
const open = { of: 'calls', states: ['waiting', 'held'] } as const;

/** *Calling floor*: waiting rows, present agents, and missed callbacks. */
export const callingWall = defineWall({
  name: 'calling',
  title: { en: 'Calling floor', es: 'Sala de llamadas' },
  need: [queueNeed(pharmaLeadQueue), queueNeed(pharmaLeadRemainder)],
  boards: ['calls', 'callbacks', 'agents'],
  view: callingWallView,
  mark: ({ mark }) => mark,
  figures: [
    {
      name: 'calls.waiting',
      label: { en: 'Waiting for a call', es: 'Esperan una llamada' },
      kind: 'count',
      ...open,
    },
    {
      name: 'calls.oldest',
      label: { en: 'Waits longest', es: 'La espera más larga' },
      kind: 'oldest',
      ...open,
      alarm: 'late',
    },
    {
      name: 'calls.inTime',
      label: { en: 'Within time', es: 'En plazo' },
      kind: 'inTime',
      ...open,
      alarm: { below: 80 },
    },
    {
      name: 'agents.ready',
      label: { en: 'Agents ready', es: 'Agentes disponibles' },
      kind: 'count',
      of: 'agents',
      states: ['waiting'],
      alarm: { below: 1 },
    },
    {
      name: 'agents.busy',
      label: { en: 'Agents busy', es: 'Agentes ocupados' },
      kind: 'count',
      of: 'agents',
      states: ['held'],
    },
    {
      name: 'callbacks.overdue',
      label: { en: 'Callbacks overdue', es: 'Llamadas prometidas vencidas' },
      kind: 'count',
      of: 'callbacks',
      only: ['late'],
      alarm: { above: 0 },
    },
  ],
  sources: ['lead', 'employee'],
});
