import { streamKey, streamName, type StoredEvent } from '../core/event.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { queueNeed } from '../families/queue.ts';
import type { FloorMark } from '../families/wall-tiles.ts';
import { assigningLmd } from '../queues/assigning-lmd.ts';
import { slotEnd } from '../streams/sales/order/slots.ts';

/** Nothing waits any more; kept, so that a later event of the same record finds it. */
const over = 'over';
const mark = (id: string, board: string, at: string): FloorMark => ({
  id,
  board,
  state: 'waiting',
  since: at,
  warnAt: null,
  breachAt: null,
});

function parcelMark(
  row: FloorMark | undefined,
  { type, at, data }: StoredEvent,
  id: string,
): FloorMark | null {
  const now = row ?? mark(id, 'packed', at);
  const to = (board: string, more: Partial<FloorMark> = {}): FloorMark => ({
    ...now,
    ...more,
    board,
    since: at,
  });
  switch (type) {
    case 'DeliveryOpened':
      return { ...mark(id, 'packed', at), breachAt: slotEnd(data.slotDate, data.slotWindow) };
    case 'OutForDelivery':
      return to('out');
    case 'ParcelDelivered':
    case 'ParcelPartlyDelivered':
      return to('delivered', { paise: data.cod.mode === 'cash' ? data.cod.paise : 0 });
    case 'DeliveryAttemptFailed':
      return to('failed');
    case 'ParcelBackAtStore':
      return to('packed', { breachAt: slotEnd(data.face.slotDate, data.face.slotWindow) });
    case 'DeliveryWithdrawn':
    case 'RtoReceived':
      return to(over);
    default:
      return row ?? null;
  }
}

/** Marks of unpacked pick lists and of parcels by their location; settled ones carry no money any more. */
export const dispatchWallView = defineView<FloorMark>({
  name: 'dispatchWall',
  version: 1,
  streams: ['pick', 'delivery', 'statement'],
  recent: {
    most: 5_000,
    first: ({ type }) => type === 'PickListCreated' || type === 'DeliveryOpened',
  },
  ids: ({ stream, type, data }) => {
    const key = streamKey(stream);
    if (streamName(stream) === 'delivery') return [`parcel:${key}`];
    if (streamName(stream) === 'pick') return [`pick:${key}`];
    const stops = type === 'DeliveryStatementSettled' ? (data.dcIds as readonly string[] | undefined) : [];
    return (stops ?? []).map((dcId) => `parcel:${dcId}`);
  },
  row: (row, event, id) => {
    if (event.type === 'DeliveryStatementSettled') return row ? { ...row, paise: 0 } : null;
    if (id.startsWith('parcel:')) return parcelMark(row, event, id);
    switch (event.type) {
      case 'PickListCreated':
        return mark(id, 'toPick', event.at);
      case 'PickListPacked':
      case 'PickListCancelled':
        return row ? { ...row, board: over } : null;
      default:
        return row ?? null;
    }
  },
});
const need = [queueNeed(assigningLmd), 'Delivery/deleveryStatementList:view'] as const;

/** The wall *Store and dispatch*; numbers and instants only. */
export const wallStore = defineFeed<FloorMark, Record<string, never>, FloorMark>({
  name: 'wall/store',
  view: dispatchWallView,
  need,
  wall: true,
  scope: () => ({}),
  see: ({ paise: _paise, ...row }) => (row.board === over ? null : row),
  sources: ['purchase', 'customer'],
});

/** The wall *Delivery*; numbers and instants only. */
export const wallDelivery = defineFeed<FloorMark, Record<string, never>, FloorMark>({
  name: 'wall/delivery',
  view: dispatchWallView,
  need,
  wall: true,
  scope: () => ({}),
  see: (row) => (row.board === 'toPick' || row.board === over ? null : row),
  sources: ['purchase', 'customer'],
});
