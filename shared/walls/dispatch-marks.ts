import { isOf, type EventOf } from '../core/stream.ts';
import type { delivery } from '../streams/delivery/parcel/delivery.ts';
import type { pick } from '../streams/sales/pick/pick.ts';
import type { statement } from '../streams/delivery/statement/statement.ts';
import { streamKey, streamName } from '../core/event.ts';
import { defineView } from '../core/view.ts';
import { queueNeed } from '../families/queue.ts';
import { markSince, type PlacedMark } from '../families/wall-marks.ts';
import { assigningLmd } from '../queues/assigning-lmd.ts';
import { slotEnd } from '../streams/sales/order/slots.ts';

/** Nothing waits any more; kept, so that a later event of the same record finds it. */
export const over = 'over';
const mark = (id: string, board: string, at: string, pooId: number | null): PlacedMark => ({
  ...markSince(id, board, at, pooId),
  state: 'waiting',
});

function parcelMark(
  row: PlacedMark | undefined,
  { type, at, data }: EventOf<typeof delivery>,
  id: string,
): PlacedMark | null {
  const now = row ?? mark(id, 'packed', at, null);
  const to = (board: string, more: Partial<PlacedMark> = {}): PlacedMark => ({
    ...now,
    ...more,
    board,
    since: at,
  });
  switch (type) {
    case 'DeliveryOpened':
      return {
        ...mark(id, 'packed', at, data.pooId ?? null),
        breachAt: slotEnd(data.slotDate, data.slotWindow),
      };
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

type DispatchEvent = EventOf<typeof pick | typeof delivery | typeof statement>;

/** Marks of unpacked pick lists and of parcels by their location; settled ones carry no money any more. */
export const dispatchWallView = defineView<PlacedMark, DispatchEvent>({
  name: 'dispatchWall',
  version: 2,
  streams: ['pick', 'delivery', 'statement'],
  recent: {
    most: 5_000,
    first: ({ type }) => type === 'PickListCreated' || type === 'DeliveryOpened',
  },
  ids: (event) => {
    const { stream } = event;
    const key = streamKey(stream);
    if (streamName(stream) === 'delivery') return [`parcel:${key}`];
    if (streamName(stream) === 'pick') return [`pick:${key}`];
    const stops = event.type === 'DeliveryStatementSettled' ? event.data.dcIds : [];
    return (stops ?? []).map((dcId) => `parcel:${dcId}`);
  },
  row: (row, event, id) => {
    if (event.type === 'DeliveryStatementSettled') return row ? { ...row, paise: 0 } : null;
    if (isOf<typeof delivery>('delivery', event)) return parcelMark(row, event, id);
    switch (event.type) {
      case 'PickListCreated':
        return mark(id, 'toPick', event.at, event.data.pooId ?? null);
      case 'PickListPacked':
      case 'PickListCancelled':
        return row ? { ...row, board: over } : null;
      default:
        return row ?? null;
    }
  },
});

export const dispatchNeed = [queueNeed(assigningLmd), 'Delivery/deleveryStatementList:view'] as const;
