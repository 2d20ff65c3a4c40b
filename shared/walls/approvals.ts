import { isOf, type EventOf } from '../core/stream.ts';
import type { dayend } from '../streams/money/day/dayend.ts';
import type { approval } from '../streams/approvals/approval/approval.ts';
import * as approvals from '../approvals/index.ts';
import { partBefore } from '../core/cut.ts';
import { streamKey, streamName } from '../core/event.ts';
import { defineView } from '../core/view.ts';
import type { ApprovalKind } from '../families/approval.ts';
import { markSince, type PlacedMark } from '../families/wall-marks.ts';
import { defineWall } from '../families/wall.ts';
import { approvalRight } from '../streams/approvals/approval/state.ts';
import { approvalMark, decided } from './approval-marks.ts';

type Kind = Pick<ApprovalKind, 'name' | 'group' | 'entity' | 'translations'>;
const kinds = Object.values<Kind>(approvals);

/** A request on the board of its kind, until it is decided; a day-end that was missed, until it is handed in. */
interface Kept {
  readonly kind: string;
  readonly mark: PlacedMark;
}

const dayEnds = 'dayEnds';

/** The mark of a day of a shop: from the time that its end was missed. */
function dayEndMark(
  row: Kept | undefined,
  { type, stream, at }: EventOf<typeof dayend>,
  id: string,
): Kept | null {
  switch (type) {
    case 'DayEndMissed': {
      const pooId = Number(partBefore(streamKey(stream), '-'));
      return { kind: dayEnds, mark: { ...markSince(id, dayEnds, at, pooId), breachAt: at } };
    }
    case 'DayEndSubmitted':
    case 'DayEndVerified':
      return null;
    default:
      return row ?? null;
  }
}

/** Marks of requests that wait for a decision, of recently decided ones, and of missed day-ends. */
export const approvalsWallView = defineView<Kept, EventOf<typeof approval | typeof dayend>>({
  name: 'approvalsWall',
  version: 2,
  streams: ['approval', 'dayend'],
  recent: { most: 5_000, first: ({ type }) => type === 'ApprovalRequested' || type === 'DayEndMissed' },
  ids: ({ stream }) =>
    streamName(stream) === 'dayend'
      ? [`${dayEnds}:${streamKey(stream).replaceAll('-', ':')}`]
      : [streamKey(stream)],
  row(row, event, id) {
    if (isOf<typeof dayend>('dayend', event)) return dayEndMark(row, event, id);
    const kind: string | undefined = event.type === 'ApprovalRequested' ? event.data.kind : row?.kind;
    if (kind === undefined) return null;
    const mark = approvalMark(row?.mark, event, id, kind);
    if (mark) return { kind, mark };
    // What follows a decision carries it out.
    return row?.mark.board === decided ? row : null;
  },
});

const waiting = { of: kinds.map(({ name }) => name) };

/** *Approvals and exceptions*: requests that wait for a decision, by kind, and missed day-ends. */
export const approvalsWall = defineWall({
  name: 'approvals',
  title: { en: 'Approvals and exceptions', es: 'Aprobaciones y excepciones' },
  need: kinds.map((kind) => approvalRight(kind, 'view')),
  boards: [...kinds.map(({ name }) => name), dayEnds],
  view: approvalsWallView,
  mark: ({ mark }) => (mark.board === decided ? null : mark),
  figures: [
    {
      name: 'approvals.waiting',
      label: { en: 'Waiting for a decision', es: 'Esperan una decisión' },
      kind: 'count',
      ...waiting,
    },
    {
      name: 'approvals.oldest',
      label: { en: 'Waits longest', es: 'La espera más larga' },
      kind: 'oldest',
      ...waiting,
      alarm: 'late',
    },
    {
      name: 'approvals.overdue',
      label: { en: 'Overdue', es: 'Fuera de plazo' },
      kind: 'count',
      ...waiting,
      only: ['late'],
      alarm: { above: 0 },
    },
    {
      name: 'dayEnds.missing',
      label: { en: 'Days not closed', es: 'Días sin cerrar' },
      kind: 'count',
      of: dayEnds,
      alarm: { above: 0 },
    },
    {
      name: 'approvals.kinds',
      label: { en: 'Waiting by kind', es: 'En espera por tipo' },
      kind: 'boards',
      ...waiting,
      titles: Object.fromEntries(
        kinds.map(({ name, translations: { en, es } }) => [name, { en: en.title, es: es.title }]),
      ),
    },
  ],
  sources: [],
});
