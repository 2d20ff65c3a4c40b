import type { NewEvent } from '../../../core/event.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { releaseHeld } from '../../stock/item/moves.ts';
import type { StockState } from '../../stock/item/state.ts';
import type { Part } from '../order/state.ts';
import { leftToPick, pickRef, type PickState } from './state.ts';

export const pickStream = (id: string): string => `pick-${id}`;

/** Ends a list before its challan: what is only reserved is free at once, what was picked stays held until it is scanned back. */
export function endPick(
  pick: PickState,
  reason: string,
  read: Readonly<Record<string, unknown>>,
): readonly NewEvent[] | Refusal {
  const released: NewEvent[] = [];
  for (const line of pick.lines) {
    const item = read[`s${line.barcodeId}`] as StockState;
    const one = releaseHeld(item, { qty: leftToPick(line), ref: pickRef(pick, line.id) });
    if (isRefusal(one)) return one;
    released.push(...one);
  }
  const putBack = pick.lines.some(({ picked }) => picked > 0);
  return [{ stream: pickStream(pick.id), type: 'PickListCancelled', data: { reason, putBack } }, ...released];
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
