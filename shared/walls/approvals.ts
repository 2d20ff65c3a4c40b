import type { EventOf } from '../core/stream.ts';
import type { approval } from '../streams/approvals/approval/approval.ts';
import * as approvals from '../approvals/index.ts';
import { streamKey } from '../core/event.ts';
import { defineView } from '../core/view.ts';
import type { ApprovalKind } from '../families/approval.ts';
import type { PlacedMark } from '../families/wall-marks.ts';
import { defineWall } from '../families/wall.ts';
import { approvalRight } from '../streams/approvals/approval/state.ts';
import { approvalMark, decided } from './approval-marks.ts';

type Kind = Pick<ApprovalKind, 'name' | 'group' | 'entity' | 'translations'>;
const kinds = Object.values<Kind>(approvals);

/** A request on the board of its kind, until it is decided. */
interface Kept {
  readonly kind: string;
  readonly mark: PlacedMark;
}

/** Marks of requests that wait for a decision, and of recently decided ones. */
export const approvalsWallView = defineView<Kept, EventOf<typeof approval>>({
  name: 'approvalsWall',
  version: 1,
  streams: ['approval'],
  recent: { most: 5_000, first: ({ type }) => type === 'ApprovalRequested' },
  ids: ({ stream }) => [streamKey(stream)],
  row(row, event, id) {
    const kind: string | undefined = event.type === 'ApprovalRequested' ? event.data.kind : row?.kind;
    if (kind === undefined) return null;
    const mark = approvalMark(row?.mark, event, id, kind);
    if (mark) return { kind, mark };
    // What follows a decision carries it out.
    return row?.mark.board === decided ? row : null;
  },
});

const waiting = { of: kinds.map(({ name }) => name) };

/** *Approvals*: requests that wait for a decision, by kind, and the decisions of today. */
export const approvalsWall = defineWall({
  name: 'approvals',
  title: { en: 'Approvals', es: 'Aprobaciones' },
  need: kinds.map((kind) => approvalRight(kind, 'view')),
  boards: [...kinds.map(({ name }) => name), decided],
  view: approvalsWallView,
  mark: ({ mark }) => mark,
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
      name: 'approvals.decided',
      label: { en: 'Decided today', es: 'Decididas hoy' },
      kind: 'count',
      of: decided,
      only: ['today'],
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
