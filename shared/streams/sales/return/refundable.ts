import { deliveryStream, type DeliveryState } from '../../delivery/parcel/state.ts';
import { inRupees } from '../../../core/money.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { dcStream, type DcState } from '../dc/state.ts';
import { freeAdvance, usedAdvance } from '../order/advance.ts';
import { orderStream } from '../order/parts.ts';
import type { OrderState } from '../order/state.ts';
import { refundModes, returnReasons, returnStream, type RefundMode, type ReturnState } from './state.ts';

/** Whether the customer had the goods: any other return is of money that was paid in advance. */
export const hadGoods = ({ header }: ReturnState): boolean =>
  returnReasons.some((one) => one === header.reason);

/** Whether its money was sent to be refunded without saying that it was recorded as paid in advance. */
const dueUnrecorded = ({ header }: ReturnState): boolean =>
  header.reason === 'NOT_DELIVERED' && !header.ofAdvance;

/** Streams that tell how a parcel was paid. */
export const paidReads = (state: ReturnState): Readonly<Record<string, string>> =>
  hadGoods(state)
    ? {
        dc: dcStream(state.header.dcId),
        parcel: deliveryStream(state.header.dcId),
        order: orderStream(state.header.orderId),
      }
    : dueUnrecorded(state)
      ? { order: orderStream(state.header.orderId) }
      : {};

/** Streams of the other returns of its parcel, which a refund may have paid before. */
export const otherReads = (
  { id }: ReturnState,
  read: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> => {
  const dc = read['dc'] as DcState | undefined;
  const others = dc?.returnIds.filter((one) => one !== id) ?? [];
  return Object.fromEntries(others.map((one) => [`return${one}`, returnStream(one)]));
};

/** What was paid back of a parcel already, in any of these ways. */
const refundedOf = (
  { returnIds }: DcState,
  state: ReturnState,
  read: Readonly<Record<string, unknown>>,
  modes: readonly RefundMode[],
): number =>
  returnIds
    .filter((one) => one !== state.id)
    .map((one) => read[`return${one}`] as ReturnState)
    .filter(({ stage, header }) => stage === 'closed' && modes.some((mode) => mode === header.refundMode))
    .reduce((sum, { header }) => sum + header.creditPaise, 0);

const moreThanPaid = (paid: number, order: OrderState): Refusal =>
  refuse('moreThanPaid', 409, { n: inRupees(Math.max(0, paid)), order: order.number });

/**
 * Why a return cannot be paid back like this: of a prepaid order goes back what is recorded as paid for the parcel, and in cash what was
 * paid in cash. An advance counts as cash where all of the order's was.
 */
export function notRefundable(
  state: ReturnState,
  mode: RefundMode,
  read: Readonly<Record<string, unknown>>,
): Refusal | null {
  const { header } = state;
  const order = read['order'] as OrderState;
  if (!hadGoods(state)) {
    const missing = dueUnrecorded(state) ? Math.max(0, -freeAdvance(order)) : 0;
    if (missing > 0) return moreThanPaid(header.creditPaise - missing, order);
    return mode === 'CASH' && !header.cashPaid ? refuse('notPaidInCash', 422, undefined, 'mode') : null;
  }
  const dc = read['dc'] as DcState;
  const { cod, paidOnlinePaise } = read['parcel'] as DeliveryState;
  const invoiced = order.dcs.find(({ id }) => id === dc.id);
  const advance = invoiced ? usedAdvance(invoiced) : 0;
  const paid = advance + paidOnlinePaise + (cod?.paise ?? 0) - refundedOf(dc, state, read, refundModes);
  if (header.payment === 'PREPAID' && header.creditPaise > paid) return moreThanPaid(paid, order);
  const inCash =
    (order.paidCashPaise === order.paidPaise ? advance : 0) +
    (cod?.mode === 'cash' ? cod.paise : 0) -
    refundedOf(dc, state, read, ['CASH']);
  if (mode !== 'CASH' || header.creditPaise <= inCash) return null;
  return inCash > 0
    ? refuse('lessPaidInCash', 422, { n: inRupees(inCash) }, 'mode')
    : refuse('notPaidInCash', 422, undefined, 'mode');
}
