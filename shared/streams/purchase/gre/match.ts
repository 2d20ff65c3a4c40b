import { gstRate } from '../../../core/gst.ts';
import { scale } from '../../../core/money.ts';
import type { PoLine, PoState } from '../po/state.ts';
import type { ExceptionKind, GreException } from './exception.ts';
import type { GreLine, GreState } from './state.ts';

/**
 * The tolerances of the three-way match: a rate within 1 % and within ₹1 a pack, a printed price within 10 %.
 */
export const tolerances = { priceBp: 100, pricePaise: 1_00, mrpBp: 1_000, overBp: 1_000 } as const;

const net = (ptrPaise: number, discBp: number): number => scale([ptrPaise, 10_000 - discBp], 10_000);
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** Packs of the order's line that are still to arrive. */
export const openOf = (line: PoLine): number => Math.max(0, line.packs - line.receivedPacks);

/** Packs above the order that no approval can accept: more than 10 % of the ordered quantity. */
export function isFarOver(paidPacks: number, line: PoLine): boolean {
  return paidPacks - openOf(line) > scale([line.packs, tolerances.overBp], 10_000);
}

export interface MatchFacts {
  readonly today: string;
  readonly orders: ReadonlyMap<string, PoState>;
  /** Days of life that a product must have left on arrival. */
  readonly minLife: ReadonlyMap<number, number>;
}

function lineExceptions(
  line: GreLine,
  state: GreState,
  { today, orders, minLife }: MatchFacts,
): GreException[] {
  const ordered = orders.get(line.poId ?? '')?.lines.find(({ id }) => id === line.poLineId) ?? null;
  const about = {
    lineId: line.id,
    product: line.product,
    received: line.receivedQty,
    invoiced: line.paidPacks,
  };
  const found: GreException[] = [];
  const add = (kind: ExceptionKind, expected: number | null, effectPaise: number): void =>
    void found.push({ kind, ...about, ordered: expected, effectPaise });
  const paid = net(line.ptrPaise, line.discBp);
  if (!ordered) {
    if (state.header.directReason === null) add('NO_PO', null, scale([paid, line.paidPacks], 1));
  } else {
    const agreed = net(ordered.ptrPaise, ordered.discBp);
    const dearer = paid - agreed;
    if (dearer > scale([agreed, tolerances.priceBp], 10_000) || dearer > tolerances.pricePaise)
      add('PRICE', agreed, dearer * line.paidPacks);
    const over = line.paidPacks - openOf(ordered);
    if (over > 0) add('QTY_OVER', openOf(ordered), over * paid);
  }
  const rate = gstRate(line.gstClass, state.header.invoiceDate ?? today, Math.floor(paid / line.packSize));
  if (rate !== null && rate !== line.gstBp)
    add('TAX', rate, scale([paid, line.paidPacks, line.gstBp - rate], 10_000));
  const changed = Math.abs(line.labelMrpPaise - line.mrpPaise);
  if (line.mrpPaise > 0 && changed > scale([line.mrpPaise, tolerances.mrpBp], 10_000))
    add('MRP', line.mrpPaise, (line.labelMrpPaise - line.mrpPaise) * line.paidPacks);
  const least = minLife.get(line.productId) ?? 0;
  if (line.expiry !== null && least > 0 && daysBetween(today, line.expiry) < least)
    add('SHORT_LIFE', least, scale([paid, line.paidPacks], 1));
  return found;
}

/**
 * Three-way match of order, receipt and invoice, line by line; lines that quality control refused completely
 * are left out.
 */
export function exceptionsOf(state: GreState, facts: MatchFacts): readonly GreException[] {
  return state.lines
    .filter((line) => (line.acceptedQty ?? line.receivedQty) > 0)
    .flatMap((line) => lineExceptions(line, state, facts));
}
