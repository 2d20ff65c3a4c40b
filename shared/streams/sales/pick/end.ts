import type { NewEvent } from '../../../core/event.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { releaseHeld } from '../../stock/item/moves.ts';
import { stockStream, type StockState } from '../../stock/item/state.ts';
import { rxEvent } from '../../prescriptions/prescription/events.ts';
import { decided } from '../../prescriptions/prescription/held-picks.ts';
import type { RxState } from '../../prescriptions/prescription/state.ts';
import { orderAfter, orderStream, rxStream, toOrder, toOrderAndQueued } from '../order/parts.ts';
import type { OrderEvent, OrderState, Part } from '../order/state.ts';
import { leftToPick, pickRef, type PickState } from './state.ts';

export const pickStream = (id: string): string => `pick-${id}`;

/**
 * Ends a list before its challan: what is only reserved is free at once, what was picked stays held until it is scanned back. `notified` is
 * the picker who gets a notice of it.
 */
export function endPick(
  pick: PickState,
  reason: string,
  read: Readonly<Record<string, unknown>>,
  notified: number | null = pick.picker?.empId ?? null,
): readonly NewEvent[] | Refusal {
  const released: NewEvent[] = [];
  for (const line of pick.lines) {
    const item = read[`s${line.barcodeId}`] as StockState;
    const one = releaseHeld(item, { qty: leftToPick(line), ref: pickRef(pick, line.id) });
    if (isRefusal(one)) return one;
    released.push(...one);
  }
  const putBack = pick.lines.some(({ picked }) => picked > 0);
  const data = { reason, putBack, picker: notified, number: pick.number };
  return [{ stream: pickStream(pick.id), type: 'PickListCancelled', data }, ...released];
}

/** Units of the order's lines that a list still holds. */
export function heldParts({ lines }: Pick<PickState, 'lines'>): readonly Part[] {
  const byLine = new Map<string, number>();
  for (const line of lines) {
    const held = line.qty - line.short;
    if (held > 0) byLine.set(line.orderLineId, (byLine.get(line.orderLineId) ?? 0) + held);
  }
  return [...byLine].map(([lineId, qty]) => ({ lineId, qty }));
}

/** What the end of a list reads: its goods, its order and the order's prescription. */
export const endReads = ({ lines, pooId, header }: PickState): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(lines.map(({ barcodeId }) => [`s${barcodeId}`, stockStream(pooId, barcodeId)])),
  order: orderStream(header.orderId),
  ...(header.rxId === null ? {} : { rx: rxStream(header.rxId) }),
});
/** The prescription that replaces the order's. */
export const endReadsNext = (
  _input: unknown,
  read: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> => {
  const by = (read['rx'] as RxState | undefined)?.supersededBy;
  return by ? { next: rxStream(by.id) } : {};
};

/**
 * Returns an ended list's units to its order. Once no list is in work, the order waits for the pickers again; with open goods of a
 * replaced prescription, whichever list held them, it waits on hold instead, until the new one is rejected.
 */
export function freeOrder(
  pick: PickState,
  why: string,
  read: Readonly<Record<string, unknown>>,
): readonly NewEvent[] {
  const order = read['order'] as OrderState;
  const rx = read['rx'] as RxState | undefined;
  const next = read['next'] as RxState | undefined;
  const deallocated: OrderEvent = {
    type: 'OrderDeallocated',
    data: { pickId: pick.id, lines: heldParts(pick), ends: true, why },
  };
  const after = orderAfter(order, [deallocated]);
  const replaced = rx?.stage === 'superseded' && next !== undefined && next.stage !== 'rejected';
  if (
    after.stage !== 'queued' ||
    !replaced ||
    !after.lines.some(({ open, rxNo }) => open > 0 && rxNo !== null)
  )
    return toOrderAndQueued(order, [deallocated]);
  const ref = rx.supersededBy?.ref ?? '';
  const rxId = Number(next.id);
  const data = { reason: 'RX', note: `${ref}: ${next.received?.supersedes?.reason ?? ''}`, rxId } as const;
  return [
    toOrder(order.id, deallocated),
    toOrder(order.id, { type: 'OrderHeld', data }),
    ...(decided.has(next.stage)
      ? []
      : [rxEvent({ type: 'RxPickListsHeld', data: { picks: [], orders: [order.id] } }, rxStream(rxId))]),
  ];
}
