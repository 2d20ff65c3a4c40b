import type { OrderDc, OrderEvent, OrderLine, OrderState, Part } from './state.ts';
import { unitsTotals } from './totals.ts';

/** What a parcel uses of the advance: at most what its invoice still keeps. */
export const usedAdvance = ({
  advancePaise,
  payablePaise,
  creditedPaise,
}: Pick<OrderDc, 'advancePaise' | 'payablePaise' | 'creditedPaise'>): number =>
  Math.min(advancePaise ?? 0, payablePaise - creditedPaise);

/** Of the money that was paid in advance, what no invoice uses. */
export const freeAdvance = ({
  dcs,
  paidPaise,
  refundedPaise,
}: Pick<OrderState, 'dcs' | 'paidPaise' | 'refundedPaise'>): number =>
  dcs.reduce((free, one) => free - usedAdvance(one), paidPaise - refundedPaise);

/** A payment is first for parcels whose invoice does not say what it uses of the advance, as far as they are not covered. */
export const paidFor = (state: OrderState, paise: number): readonly OrderDc[] =>
  state.dcs.reduce<{ readonly left: number; readonly dcs: readonly OrderDc[] }>(
    ({ left, dcs }, one) => {
      const room = one.advanceSaid ? 0 : one.payablePaise - one.creditedPaise - (one.advancePaise ?? 0);
      const used = Math.min(left, Math.max(0, room));
      return {
        left: left - used,
        dcs: [...dcs, one.advanceSaid ? one : { ...one, advancePaise: (one.advancePaise ?? 0) + used }],
      };
    },
    { left: paise, dcs: [] },
  ).dcs;

/** What units of a parcel were credited, where the event does not tell: all that it came to, or their value on the order. */
export function creditedThen(state: OrderState, dc: OrderDc, parts: readonly Part[], whole: boolean): number {
  const left = dc.payablePaise - dc.creditedPaise;
  if (whole) return left;
  const units = unitsOf(parts);
  return Math.min(left, unitsTotals(state, ({ id }) => units(id)).payable);
}

/**
 * What a parcel that came back for good was sent to be refunded with: where the event does not say what was credited, and nothing was
 * paid in advance, a return of all of it was raised and no `OrderRefunded`.
 */
export function refundDueThen(
  state: OrderState,
  { dcId, lines, why, to, creditPaise }: Extract<OrderEvent, { type: 'OrderReshipped' }>['data'],
): number {
  const dc = state.dcs.find(({ id }) => id === dcId);
  const raised = dc && why === 'rto' && to === 'cancelled' && creditPaise === undefined;
  if (!raised || state.header.payment !== 'PREPAID' || state.paidPaise > 0) return 0;
  return creditedThen(state, dc, lines, false);
}

function unitsOf(parts: readonly Part[]): (lineId: string) => number {
  const units = new Map(parts.map(({ lineId, qty }) => [lineId, qty]));
  return (lineId) => units.get(lineId) ?? 0;
}

/** Whether only recorded payments count as paid in advance; an order without `advanceRecorded` and without a payment counts as paid when it is invoiced. */
export const advanceCounts = ({
  header,
  advanceRecorded,
  paidPaise,
}: Pick<OrderState, 'header' | 'advanceRecorded' | 'paidPaise'>): boolean =>
  header.payment === 'PREPAID' && (advanceRecorded || paidPaise > 0);

/** What the invoices that stand come to, as they were rounded, at the prices of the order. */
const standing = ({ dcs }: Pick<OrderState, 'dcs'>): number =>
  dcs.reduce((sum, { payablePaise, creditedPaise, orderedPaise }) => {
    const kept = payablePaise - creditedPaise;
    return sum + (payablePaise === orderedPaise ? kept : toRupees((kept * orderedPaise) / payablePaise));
  }, 0);
const toRupees = (paise: number): number => Math.round(paise / 100) * 100;

/** What these units come to at the prices of the order, rounded together with those that are on invoices. */
function besideInvoices(state: OrderState, more: (line: OrderLine) => number): number {
  if (state.lines.every((line) => more(line) === 0)) return 0;
  const together = unitsTotals(state, (line) => line.invoiced + line.delivered + more(line)).payable;
  return Math.max(0, together - standing(state));
}

/** What the order's units come to that are on no invoice yet, without these: rounded with those that are, as their invoices will be. */
function notInvoiced(state: OrderState, without: readonly Part[] = []): number {
  const gone = unitsOf(without);
  return besideInvoices(state, ({ id, open, allocated }) => open + allocated - gone(id));
}

/** What an invoice for these units asks for; `payable` is what it comes to alone. All invoices of an order add up to the order. */
export function payableWithin(state: OrderState, parts: readonly Part[], payable: number): number {
  const units = unitsOf(parts);
  const alone = unitsTotals(state, ({ id }) => units(id)).payable;
  return Math.max(0, payable - alone + besideInvoices(state, ({ id }) => units(id)));
}

/** What an invoice comes to at the prices of the order; a cheaper label makes it ask for less. Others were rounded alone. */
export function orderedOf(state: OrderState, parts: readonly Part[], payablePaise: number): number {
  const units = unitsOf(parts);
  const alone = unitsTotals(state, ({ id }) => units(id)).payable;
  return payablePaise === alone || payablePaise === 0
    ? payablePaise
    : besideInvoices(state, ({ id }) => units(id));
}

/** An invoice that was issued as paid, whatever was recorded: nothing is collected with its parcel. */
export const countedAsPaid = ({ header, dcs }: Pick<OrderState, 'header' | 'dcs'>): readonly OrderDc[] =>
  header.payment === 'PREPAID' ? dcs.filter(({ advanceSaid }) => !advanceSaid) : [];

/** What is on no invoice yet and not paid in advance. */
const dueOnNext = (state: OrderState): number =>
  Math.max(0, notInvoiced(state) - Math.max(0, freeAdvance(state)));

/** What the customer can have paid, and nobody recorded, for an order with invoices that counted as paid. */
function unrecorded(state: OrderState): number {
  const ordered = unitsTotals(state, ({ qty }) => qty).payable;
  const asked = state.dcs.reduce(
    (sum, one) => sum + one.payablePaise - one.creditedPaise,
    notInvoiced(state),
  );
  const collected = state.dcs.reduce(
    (sum, one) => sum + (one.advanceSaid ? one.payablePaise - (one.advancePaise ?? 0) : 0),
    0,
  );
  return Math.max(0, Math.max(ordered, asked) - collected - state.paidPaise);
}

/** The payment that can still be recorded for an order. */
export const dueInAdvance = (state: OrderState): number =>
  countedAsPaid(state).length > 0 ? unrecorded(state) : dueOnNext(state);

/** What was paid in advance for units that the customer does not get, and was not sent back yet. */
export const owedBack = (state: OrderState, without: readonly Part[] = []): number =>
  Math.max(0, freeAdvance(state) - notInvoiced(state, without));

/** What is left of an advance, of what came in cash. */
export const cashLeft = ({ paidCashPaise, refundedPaise }: OrderState): number =>
  Math.max(0, paidCashPaise - refundedPaise);

const onTheirWay = ({ dcs }: OrderState): readonly OrderDc[] =>
  dcs.filter(({ stage }) => stage === 'generated' || stage === 'dispatched');

/** What the customer pays when the order is delivered, as far as that is known now. */
export function atDoor(state: OrderState): number {
  const cod = state.header.payment === 'COD';
  if (!cod && !advanceCounts(state)) return 0;
  return onTheirWay(state)
    .filter(({ advanceSaid }) => cod || advanceSaid)
    .reduce(
      (due, one) => due + one.payablePaise - one.creditedPaise - usedAdvance(one),
      cod ? notInvoiced(state) : dueOnNext(state),
    );
}

/** What is still to be collected for an order: with its parcels, and of invoices that count as paid what their payments leave. */
export function stillDue(state: OrderState): number {
  if (state.stage === 'draft') return 0;
  return countedAsPaid(state)
    .filter(({ advancePaise }) => advancePaise !== null)
    .reduce((due, one) => due + one.payablePaise - one.creditedPaise - usedAdvance(one), atDoor(state));
}
