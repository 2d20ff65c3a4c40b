import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { inRupees } from '../../../core/money.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { firstOf, outOfPlace, type Deciding } from '../../documents/commands.ts';
import {
  cashDayStream,
  cashLimitRefused,
  cashReads,
  customerCash,
  receive,
  type CashDayState,
} from '../../money/day/cash.ts';
import { payModes } from '../../money/day/state.ts';
import { allotReturn, refundReads } from '../return/undelivered-refund.ts';
import { noReturn, returnStream, type ReturnCause } from '../return/state.ts';
import { cashLeft, countedAsPaid, dueInAdvance, owedBack } from './advance.ts';
import { orderAfter, toOrder } from './parts.ts';
import type { OrderEvent, OrderState } from './state.ts';

/** Stages in which an order can be paid in advance; what an invoice does not find paid is collected with its parcel. */
export const payableStages = [
  ...['submitted', 'confirmed', 'onHold', 'queued', 'picking', 'packed'],
] as const;
/** Further stages, of an order with an invoice that counts as paid without a recorded payment. */
export const laterPayableStages = [
  ...['invoiced', 'dispatched', 'delivered', 'cancelled', 'closed'],
] as const;

const stagesToPay = (state: Pick<OrderState, 'header' | 'dcs'>): readonly string[] =>
  countedAsPaid(state).length > 0 ? [...payableStages, ...laterPayableStages] : payableStages;

/** Whether a payment can be recorded for a prepaid order at its stage. */
export const takesPayment = (state: Pick<OrderState, 'stage' | 'header' | 'dcs'>): boolean =>
  stagesToPay(state).includes(state.stage);

const input = z.strictObject({
  mode: z.enum(payModes, 'notInList').exclude(['link']),
  paise: z.int('badFormat').min(1, 'badFormat').max(9_99_99_99_999, 'badFormat'),
  ref: fields.blankable(fields.text(40)).optional(),
});

/** Money for a prepaid order: on the order, and in the books of the place's day. */
export const recordPayment = command<OrderState, z.output<typeof input>>({
  input,
  need: ['Inventory/dayendsubmission:create', 'Inventory/dayendsubmission:edit'],
  versioned: true,
  reads: ({ mode }, { pooId, header }, { today }) => ({
    ...cashReads(pooId, today),
    ...refundReads(pooId, today),
    ...(mode === 'cash' && header.customerId !== null
      ? { cash: cashDayStream(header.customerId, today) }
      : {}),
  }),
  decide: (state, { mode, paise, ref = null }, ctx) => {
    const { header, number } = state;
    const no = firstOf(
      outOfPlace(state, ctx),
      takesPayment(state)
        ? null
        : refuse('wrongState', 409, {
            doc: number,
            state: `stage.${state.stage}`,
            allowed: stagesToPay(state).map((stage) => `stage.${stage}`),
          }),
    );
    if (no) return no;
    if (header.payment !== 'PREPAID') return refuse('notPrepaid', 409, { doc: number });
    const due = dueInAdvance(state);
    if (paise > due) return refuse('moreThanDue', 422, { doc: number, n: inRupees(due) }, 'paise');
    if (mode !== 'cash' && ref === null) return refuse('required', 422, { label: 'ref' }, 'ref');
    const isCash = mode === 'cash';
    const over = isCash
      ? cashLimitRefused(ctx.read['cash'] as CashDayState | undefined, paise, header.customer)
      : null;
    if (over) return over;
    const payment: OrderEvent = { type: 'OrderPaid', data: { paise, mode, ref: ref ?? '' } };
    const after = orderAfter(state, [payment]);
    return [
      toOrder(state.id, payment),
      ...receive(ctx, state.pooId, [
        {
          entryId: `order-${state.id}-${state.version + 1}`,
          mode,
          paise,
          // Not its `orderId`: the incentive of an order paid in advance is not earned by this payment.
          ref: { type: 'order', id: state.id, number },
          customerId: header.customerId,
          from: header.customer,
          carriedFrom: null,
        },
      ]),
      ...(isCash && header.customerId !== null
        ? [customerCash(header.customerId, ctx.today, paise, number)]
        : []),
      // What was invoiced as paid and has come back since owes its payment back.
      ...(countedAsPaid(state).length > 0 ? advanceRefund(after, owedBack(after), 'OVERPAID', ctx) : []),
    ];
  },
});

/** Why money that was paid in advance goes back without a parcel. */
type RefundCause = Extract<ReturnCause, 'ORDER_CANCELLED' | 'OVERPAID'>;

/** Money that was paid in advance goes back: a return that waits for its refund, where refunds are decided. */
export function advanceRefund(
  state: OrderState,
  paise: number,
  reason: RefundCause,
  ctx: Pick<Deciding, 'read' | 'today' | 'newNumber'>,
): readonly NewEvent[] {
  if (paise === 0) return [];
  const { header, pooId, place } = state;
  const { id, number, event } = allotReturn(pooId, place.code, ctx);
  const { customerId, customer, phone, address, pincode, stateCode, payment } = header;
  return [
    {
      stream: returnStream(id),
      type: 'CustomerReturnDrafted',
      data: {
        ...{ number, pooId, place },
        header: {
          ...noReturn(id).header,
          ...{ customerId, customer, phone, address, pincode, stateCode, payment },
          orderId: state.id,
          note: state.number,
          cashPaid: cashLeft(state) >= paise,
          reason,
          pickup: false,
        },
        lines: [],
      },
    },
    event,
    {
      stream: returnStream(id),
      type: 'PrepaidRefundDue',
      data: { orderNumber: state.number, creditPaise: paise },
    },
    toOrder(state.id, { type: 'OrderRefunded', data: { paise, ref: number } }),
  ];
}
