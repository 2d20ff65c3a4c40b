import type { QueueItemEvent } from '../streams/calls/queueitem/state.ts';
import type { Stored } from '../core/event.ts';
import { isOf, type EventOf } from '../core/stream.ts';
import type { queueitem } from '../streams/calls/queueitem/queueitem.ts';
import type { prescription } from '../streams/prescriptions/prescription/prescription.ts';
import { placeIn, streamKey, streamName } from '../core/event.ts';
import { defineView } from '../core/view.ts';
import { queueNeed } from '../families/queue.ts';
import { itemIds, itemOf, markSince, queueMark, type PlacedMark } from '../families/wall-marks.ts';
import { defineWall } from '../families/wall.ts';
import { pdList } from '../queues/pd-list.ts';
import { prescriptionChecker } from '../queues/prescription-checker.ts';

const boards = { [pdList.name]: 'toDigitize', [prescriptionChecker.name]: 'toCheck' };
const decided: Readonly<Record<string, string>> = {
  PrescriptionApproved: 'approved',
  PrescriptionRejected: 'rejected',
};

/** The board of open prescriptions; the row exists because only the queue's item has the place. */
const undecided = 'undecided';

/** Marks of prescriptions that wait at the desk, and of recently decided ones. */
export const prescriptionWallView = defineView<PlacedMark, EventOf<typeof queueitem | typeof prescription>>({
  name: 'prescriptionWall',
  version: 2,
  streams: ['queueitem', 'prescription'],
  ids: (event) => {
    if (streamName(event.stream) === 'prescription')
      return event.type in decided ? [`decided:${streamKey(event.stream)}`] : [];
    const items = itemIds(boards, event);
    const entered = event.type === 'QueueItemEntered' && items.length > 0;
    return entered ? [...items, `decided:${itemOf(event)[1]}`] : items;
  },
  recent: { most: 5_000, first: ({ type }, id) => type === 'QueueItemEntered' && !id.startsWith('decided:') },
  row: (row, event, id) => {
    if (isOf<typeof prescription>('prescription', event)) {
      const board = decided[event.type];
      return board === undefined
        ? (row ?? null)
        : markSince(id, board, event.at, row?.pooId ?? placeIn(event.data));
    }
    const item = event as Stored<QueueItemEvent>;
    if (!id.startsWith('decided:')) return queueMark(row, item, id);
    return row ?? markSince(id, undecided, event.at, placeIn(item.data));
  },
});

/** *Prescription desk*: prescriptions that wait for entry and for the pharmacist, and today's decisions. */
export const prescriptionWall = defineWall({
  name: 'prescription',
  title: { en: 'Prescription desk', es: 'Mesa de recetas' },
  need: [queueNeed(pdList), queueNeed(prescriptionChecker), 'Dashboard/dashboard:view'],
  boards: ['toDigitize', 'toCheck', 'approved', 'rejected'],
  view: prescriptionWallView,
  mark: (row) => (row.board === undecided ? null : row),
  figures: [
    {
      name: 'rx.digitize',
      label: { en: 'To digitize', es: 'Por digitalizar' },
      kind: 'count',
      of: 'toDigitize',
    },
    { name: 'rx.check', label: { en: 'To check', es: 'Por revisar' }, kind: 'count', of: 'toCheck' },
    {
      name: 'rx.oldest',
      label: { en: 'Waits longest', es: 'La espera más larga' },
      kind: 'oldest',
      of: ['toDigitize', 'toCheck'],
      alarm: 'late',
    },
    {
      name: 'rx.done',
      label: { en: 'Approved today', es: 'Aprobadas hoy' },
      kind: 'count',
      of: 'approved',
      only: ['today'],
    },
    {
      name: 'rx.rejected',
      label: { en: 'Rejected today', es: 'Rechazadas hoy' },
      kind: 'count',
      of: 'rejected',
      only: ['today'],
    },
  ],
  sources: ['prescription'],
});
