import { inRupees } from '../../../core/money.ts';
import type { NewEvent } from '../../../core/event.ts';
import { refuse, type Refusal, isRefusal } from '../../../core/refusal.ts';
import { allMoves, moveStock } from '../../stock/item/moves.ts';
import { barcodeStream } from '../../stock/barcode/state.ts';
import { stockStream, type StockState } from '../../stock/item/state.ts';
import { orderStream, toOrder, toOrderAndQueued } from '../order/parts.ts';
import type { OrderEvent, OrderState, Part } from '../order/state.ts';
import { dcStockRef, dcStream, type DcEvent, type DcState } from './state.ts';

/** What leaves a place by road above this needs an e-way bill, by state; the rest of the country has ₹50,000. */
const ewayAbove: Readonly<Record<string, number>> = {
  '33': 1_00_000_00,
  '27': 1_00_000_00,
  '07': 1_00_000_00,
};
const ewayAboveElsewhere = 50_000_00;

export function ewayNeeded({ header, place }: Pick<DcState, 'header' | 'place'>): boolean {
  const within = header.stateCode === place.stateCode;
  const limit = within ? (ewayAbove[place.stateCode] ?? ewayAboveElsewhere) : ewayAboveElsewhere;
  return header.payablePaise > limit;
}

export const toDc = (id: string, { type, data }: DcEvent): NewEvent => ({
  stream: dcStream(id),
  type,
  data: { ...data },
});

/** Streams that an outcome of a parcel is decided over: its goods (`s<barcode>`), their batches (`b<barcode>`), its order. */
export const dispatchReads = ({ pooId, header, lines }: DcState): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    lines.flatMap(({ barcodeId }) => [
      [`s${barcodeId}`, stockStream(pooId, barcodeId)] as const,
      [`b${barcodeId}`, barcodeStream(barcodeId)] as const,
    ]),
  ),
  order: orderStream(header.orderId),
});

/** The parcel leaves: the only moment at which stock does. */
export function dispatchEvents(
  dc: DcState,
  read: Readonly<Record<string, unknown>>,
  by: Extract<DcEvent, { type: 'DcDispatched' }>['data'],
  today: string,
): readonly NewEvent[] | Refusal {
  if (ewayNeeded(dc) && dc.header.ewayNo === null)
    return refuse('ewayRequired', 422, { v: inRupees(dc.header.payablePaise) });
  if (dc.header.ewayValidTill !== null && dc.header.ewayValidTill < today)
    return refuse('ewayExpired', 422, { no: dc.header.ewayNo ?? '', t: dc.header.ewayValidTill });
  const moves = allMoves(
    dc.lines.map((line) =>
      moveStock(
        read[`s${line.barcodeId}`] as StockState,
        'StockDispatched',
        { qty: line.qty, ref: dcStockRef(dc, line) },
        null,
      ),
    ),
  );
  if (isRefusal(moves)) return moves;
  return [
    ...moves,
    toDc(dc.id, { type: 'DcDispatched', data: by }),
    toOrder(dc.header.orderId, { type: 'OrderDispatched', data: { dcId: dc.id } }),
  ];
}

/** Units of the order's lines behind units of the parcel's. */
export function orderParts(dc: Pick<DcState, 'lines'>, parts: readonly Part[]): readonly Part[] {
  const byLine = new Map<string, number>();
  for (const { lineId, qty } of parts) {
    const line = dc.lines.find(({ id }) => id === lineId);
    if (line && qty > 0) byLine.set(line.orderLineId, (byLine.get(line.orderLineId) ?? 0) + qty);
  }
  return [...byLine].map(([lineId, qty]) => ({ lineId, qty }));
}
export const allParts = ({ lines }: Pick<DcState, 'lines'>): readonly Part[] =>
  lines.map(({ id, qty }) => ({ lineId: id, qty }));

/** Everything was taken at the door. */
export const deliveredEvents = (
  dc: DcState,
  data: Extract<DcEvent, { type: 'DcDelivered' }>['data'],
): readonly NewEvent[] => [
  toDc(dc.id, { type: 'DcDelivered', data }),
  toOrder(dc.header.orderId, {
    type: 'OrderDelivered',
    data: { dcId: dc.id, lines: orderParts(dc, allParts(dc)) },
  }),
];

/** Some of it was taken at the door; the rest comes back. */
export const partlyDeliveredEvents = (
  dc: DcState,
  lines: readonly Part[],
  codPaise: number,
): readonly NewEvent[] => [
  toDc(dc.id, { type: 'DcPartlyDelivered', data: { lines, codPaise } }),
  toOrder(dc.header.orderId, {
    type: 'OrderDelivered',
    data: { dcId: dc.id, lines: orderParts(dc, lines) },
  }),
];

/** Units of a parcel no longer belong to their invoice, which is credited: the order has them open again, or gives them up. */
export const reshipped = (
  dc: DcState,
  parts: readonly Part[],
  why: 'rto' | 'refused' | 'dcCancelled',
  to: 'open' | 'cancelled',
  creditPaise: number,
): Extract<OrderEvent, { type: 'OrderReshipped' }> => ({
  type: 'OrderReshipped',
  data: { dcId: dc.id, lines: orderParts(dc, parts), why, to, creditPaise },
});
export function reshippedEvents(
  dc: DcState,
  order: OrderState,
  parts: readonly Part[],
  why: 'rto' | 'refused' | 'dcCancelled',
  to: 'open' | 'cancelled',
  creditPaise: number,
): readonly NewEvent[] {
  return toOrderAndQueued(order, [reshipped(dc, parts, why, to, creditPaise)]);
}
