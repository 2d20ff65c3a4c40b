import { streamKey } from '../core/event.ts';
import type { EventOf } from '../core/stream.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { slots } from '../streams/leads/appointment/slots.ts';

/** Half hours of an employee's day that are merged into one bookable slot. */
export interface SlotMergeRow {
  readonly id: string;
  readonly empId: number;
  readonly day: string;
  readonly slotFrom: string;
  /** Instant in ms. */
  readonly from: number;
  readonly minutes: number;
  readonly pooId: number | null;
}

const kept = 2_000;

export const slotMergesView = defineView<SlotMergeRow, EventOf<typeof slots>>({
  name: 'slotMerges',
  version: 1,
  streams: ['slots'],
  recent: { most: kept, first: ({ type }) => type === 'SlotsMerged' },
  ids: ({ type, stream, data }) =>
    type === 'SlotsMerged' || type === 'SlotsSplit' ? [`${streamKey(stream)}T${data.slotFrom}`] : [],
  row(_row, { type, data }, id) {
    if (type !== 'SlotsMerged') return null;
    const { iAssignedTo, appDate, slotFrom, from, minutes, pooId } = data;
    return { id, empId: iAssignedTo, day: appDate, slotFrom, from, minutes, pooId };
  },
});

/** Merged slots of the viewer's places. */
export const slotMerges = defineFeed<
  SlotMergeRow,
  { readonly poos: readonly number[] | 'all' },
  SlotMergeRow
>({
  name: 'slots/merges',
  view: slotMergesView,
  need: ['Out Bound/empSlotMerge:view', 'Out Bound/pharamLeadFixSalesApp:view'],
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: (row, scope) => (inPoos(scope, row.pooId) ? row : null),
  sources: [],
});
