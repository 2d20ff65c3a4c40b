import { deliveryStream, type DeliveryState } from '../../delivery/parcel/state.ts';
import { dcStream, type DcState } from '../dc/state.ts';
import { usedAdvance } from '../order/advance.ts';
import { orderStream } from '../order/parts.ts';
import type { OrderState } from '../order/state.ts';
import { returnReasons, type ReturnState } from './state.ts';

/** Whether the customer had the goods: any other return is of money that was paid in advance. */
export const hadGoods = ({ header }: ReturnState): boolean =>
  returnReasons.some((one) => one === header.reason);

/** Streams that tell how a parcel was paid. */
export const paidReads = (state: ReturnState): Readonly<Record<string, string>> =>
  hadGoods(state)
    ? {
        dc: dcStream(state.header.dcId),
        parcel: deliveryStream(state.header.dcId),
        order: orderStream(state.header.orderId),
      }
    : {};

/**
 * The most that a return may be paid back in cash, in paise: what came in cash for its parcel and did not go back yet. An advance counts
 * where all of the order's was in cash.
 */
export function cashRefundable(state: ReturnState, read: Readonly<Record<string, unknown>>): number {
  if (!hadGoods(state)) return state.header.cashPaid ? state.header.creditPaise : 0;
  const dc = read['dc'] as DcState;
  const { cod } = read['parcel'] as DeliveryState;
  const order = read['order'] as OrderState;
  const invoiced = order.dcs.find(({ id }) => id === dc.id);
  const advance = invoiced && order.paidCashPaise === order.paidPaise ? usedAdvance(invoiced) : 0;
  return advance + (cod?.mode === 'cash' ? cod.paise : 0) - dc.cashRefundedPaise;
}
