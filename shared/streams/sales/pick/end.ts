import type { NewEvent } from '../../../core/event.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { releaseHeld } from '../../stock/item/moves.ts';
import { stockStream, type StockState } from '../../stock/item/state.ts';
import { rxEvent } from '../../prescriptions/prescription/events.ts';
import { decided } from '../../prescriptions/prescription/held-picks.ts';
import type { RxState } from '../../prescriptions/prescription/state.ts';
import { orderAfter, orderStream, rxParts, rxStream, toOrder, toOrderAndQueued } from '../order/parts.ts';
import type { OrderEvent, OrderState, Part } from '../order/state.ts';
import { leftToPick, pickRef, type PickState } from './state.ts';

export const pickStream = (id: string): string => `pick-${id}`;

/**
 * Ends a list before its challan: what is only reserved is free at once, what was picked stays held until it is scanned back. `told` is the
 * picker who gets a notice of it.
 */
export function endPick(
  pick: PickState,
  reason: string,
  read: Readonly<Record<string, unknown>>,
  told: number | null = pick.picker?.empId ?? null,
): readonly NewEvent[] | Refusal {
  const released: NewEvent[] = [];
  for (const line of pick.lines) {
    const item = read[`s${line.barcodeId}`] as StockState;
    const one = releaseHeld(item, { qty: leftToPick(line), ref: pickRef(pick, line.id) });
    if (isRefusal(one)) return one;
    released.push(...one);
  }
  const putBack = pick.lines.some(({ picked }) => picked > 0);
  const data = { reason, putBack, picker: told, number: pick.number };
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

/** What the end of a list reads: its goods, its order and, for a held list, the prescription that it waits for. */
export const endReads = ({ lines, pooId, header, held }: PickState): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(lines.map(({ barcodeId }) => [`s${barcodeId}`, stockStream(pooId, barcodeId)])),
  order: orderStream(header.orderId),
  ...(held === null ? {} : { next: rxStream(held.rxId) }),
});

/**
 * Returns an ended list's units to its order. It waits for the pickers again; goods of a replaced prescription wait on hold instead,
 * until the new one is rejected.
 */
export function freeOrder(
  pick: PickState,
  why: string,
  read: Readonly<Record<string, unknown>>,
): readonly NewEvent[] {
  const order = read['order'] as OrderState;
  const next = read['next'] as RxState | undefined;
  const lines = heldParts(pick);
  const deallocated: OrderEvent = {
    type: 'OrderDeallocated',
    data: { pickId: pick.id, lines, ends: true, why },
  };
  const { held } = pick;
  if (
    held === null ||
    next?.stage === 'rejected' ||
    rxParts(order, lines).length === 0 ||
    orderAfter(order, [deallocated]).stage !== 'queued'
  )
    return toOrderAndQueued(order, [deallocated]);
  const { rxId, ref, reason } = held;
  const data = { reason: 'RX', note: `${ref}: ${reason}`, rxId } as const;
  return [
    toOrder(order.id, deallocated),
    toOrder(order.id, { type: 'OrderHeld', data }),
    ...(next && decided.has(next.stage)
      ? []
      : [rxEvent({ type: 'RxPickListsHeld', data: { picks: [], orders: [order.id] } }, rxStream(rxId))]),
  ];
}
