import { partBefore } from '../core/cut.ts';
import type { StoredEvent } from '../core/event.ts';
import { streamKey, streamName } from '../core/event.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { queueNeed } from '../families/queue.ts';
import type { FloorMark } from '../families/wall-tiles.ts';
import { queueMark } from '../families/wall-tiles.ts';
import { ccQueue } from '../queues/cc-queue.ts';
import { labReportsDigitization } from '../queues/lab-reports-digitization.ts';

const boards: Readonly<Record<string, string>> = {
  'cc-queue': 'casesDue',
  labReportsDigitization: 'reportsLate',
};
const itemKey = /^(.+)-([^-]+)$/;

function criticalMark(
  row: FloorMark | undefined,
  { type, data, at }: StoredEvent,
  id: string,
): FloorMark | null {
  switch (type) {
    case 'EscalationRaised':
    case 'EscalationReopened':
      return data.severity === 'critical'
        ? { id, board: 'criticalUnheard', state: 'waiting', since: at, warnAt: at, breachAt: at }
        : null;
    case 'EscalationRang':
    case 'EscalationLevelRaised':
      return row ?? null;
    default:
      return null;
  }
}

function idOf({ stream }: StoredEvent): string | null {
  const key = streamKey(stream);
  if (streamName(stream) === 'escalation') return `criticalUnheard:${key}`;
  const [, queue = '', subject] = itemKey.exec(key) ?? [];
  return boards[queue] === undefined ? null : `${boards[queue]}:${subject}`;
}

export const careWallView = defineView<FloorMark>({
  name: 'careWall',
  version: 1,
  streams: ['queueitem', 'escalation'],
  ids: (event) => {
    const id = idOf(event);
    return id === null ? [] : [id];
  },
  row: (row, event, id) =>
    id.startsWith('criticalUnheard:')
      ? criticalMark(row, event, id)
      : queueMark(row, event, id, partBefore(id, ':')),
});

/** The wall *Care and lab*: cases due, critical values that nobody has acknowledged, reports late. Numbers and instants only. */
export const wallCare = defineFeed<FloorMark, Record<string, never>, FloorMark>({
  name: 'wall/care',
  view: careWallView,
  need: [queueNeed(ccQueue), queueNeed(labReportsDigitization)],
  wall: true,
  scope: () => ({}),
  see: (row) => row,
  sources: ['customer', 'prescription'],
});
