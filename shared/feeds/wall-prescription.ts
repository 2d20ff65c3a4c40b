import { partBefore } from '../core/cut.ts';
import { streamKey, streamName } from '../core/event.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { queueNeed } from '../families/queue.ts';
import { queueMark, type FloorMark } from '../families/wall-tiles.ts';
import { pdList } from '../queues/pd-list.ts';
import { prescriptionChecker } from '../queues/prescription-checker.ts';

const boards: Readonly<Record<string, string>> = {
  [pdList.name]: 'toDigitize',
  [prescriptionChecker.name]: 'toCheck',
};
const decided: Readonly<Record<string, string>> = {
  PrescriptionApproved: 'approved',
  PrescriptionRejected: 'rejected',
};
const itemKey = /^(.+)-([^-]+)$/;

/** Marks of prescriptions that wait at the desk, and of recently decided ones. */
export const prescriptionWallView = defineView<FloorMark>({
  name: 'prescriptionWall',
  version: 1,
  streams: ['queueitem', 'prescription'],
  ids: ({ stream, type }) => {
    const key = streamKey(stream);
    if (streamName(stream) === 'prescription') return type in decided ? [`decided:${key}`] : [];
    const [, queue = '', subject] = itemKey.exec(key) ?? [];
    return boards[queue] === undefined ? [] : [`${boards[queue]}:${subject}`];
  },
  recent: { most: 3_000, first: ({ type }) => type in decided || type === 'QueueItemEntered' },
  row: (row, event, id) => {
    const board = decided[event.type];
    if (board === undefined) return queueMark(row, event, id, partBefore(id, ':'));
    return { id, board, state: 'working', since: event.at, warnAt: null, breachAt: null };
  },
});

/** The wall *Prescription desk*; numbers and instants only. */
export const wallPrescription = defineFeed<FloorMark, Record<string, never>, FloorMark>({
  name: 'wall/prescription',
  view: prescriptionWallView,
  need: [queueNeed(pdList), queueNeed(prescriptionChecker), 'Dashboard/dashboard:view'],
  wall: true,
  scope: () => ({}),
  see: (row) => row,
  sources: ['prescription'],
});
