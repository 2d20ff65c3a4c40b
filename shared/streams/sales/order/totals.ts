import { dateOf } from '../../../core/day.ts';
import {
  documentTotals,
  gstRateInclusive,
  saleLine,
  type DocumentTotals,
  type Taxed,
} from '../../../core/gst.ts';
import { scale } from '../../../core/money.ts';
import type { OrderLine, OrderState } from './state.ts';

/** The tax-inclusive price of one unit after discount. */
export const unitPaise = ({
  pricePaise,
  discBp,
  packSize,
}: Pick<OrderLine, 'pricePaise' | 'discBp' | 'packSize'>): number =>
  scale([pricePaise, 10_000 - discBp], 10_000 * packSize);

/** The tax of units of a line at today's rate. Null without a rate. */
export function soldLineTax(
  line: Pick<OrderLine, 'pricePaise' | 'discBp' | 'packSize' | 'gstClass'>,
  qty: number,
  day: string,
  interState: boolean,
): (Taxed & { readonly rateBp: number }) | null {
  const rateBp = gstRateInclusive(line.gstClass, day, unitPaise(line));
  if (rateBp === null) return null;
  const { pricePaise, discBp, packSize } = line;
  return { ...saleLine({ pricePaise, qty, packSize, discBp, rateBp, interState }), rateBp };
}

export const orderInterState = ({ header, place }: Pick<OrderState, 'header' | 'place'>): boolean =>
  header.stateCode !== '' && header.stateCode !== place.stateCode;

/** What these units of the order's lines come to. */
export function unitsTotals(state: OrderState, units: (line: OrderLine) => number): DocumentTotals {
  const day = dateOf(state.madeAt) || '2026-04-01';
  return documentTotals(
    state.lines.flatMap((line) => {
      const qty = units(line);
      return qty > 0 ? (soldLineTax(line, qty, day, orderInterState(state)) ?? []) : [];
    }),
  );
}

/** What the order comes to, cancelled units left out; the invoice says what each parcel of it comes to. */
export const orderTotals = (state: OrderState): DocumentTotals =>
  unitsTotals(state, ({ qty, cancelled }) => qty - cancelled);
