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
import { allotReturn, type Advance } from '../return/undelivered-refund.ts';
import { noReturn } from '../return/state.ts';
import { toOrder } from './parts.ts';
import { type OrderState, type Part } from './state.ts';
import { orderTotals } from './totals.ts';

/** Stages in which an order can be paid: somebody has taken it, and it is not being given up. */
export const payableStages = [
  ...['submitted', 'confirmed', 'onHold', 'queued', 'picking', 'packed'],
  ...['invoiced', 'dispatched', 'delivered'],
] as const;

/** What the order comes to without these further units. */
const valueWithout = (state: OrderState, parts: readonly Part[]): number =>
  orderTotals({
    ...state,
    lines: state.lines.map((line) => ({
      ...line,
      cancelled: line.cancelled + (parts.find(({ lineId }) => lineId === line.id)?.qty ?? 0),
    })),
  }).payable;

/** What was paid in advance for units that the customer does not get, and was not sent back yet. */
export function overpaid(state: OrderState, without: readonly Part[] = []): number {
  return Math.max(0, state.paidPaise - state.refundedPaise - valueWithout(state, without));
}

/** What was paid in advance and is owed back without these units, with what is left of the cash. */
export const advanceOf = (state: OrderState, without: readonly Part[] = []): Advance => ({
  overpaidPaise: overpaid(state, without),
  cashPaise: Math.max(0, state.paidCashPaise - state.refundedPaise),
});

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
    ...(mode === 'cash' && header.customerId !== null
      ? { cash: cashDayStream(header.customerId, today) }
      : {}),
  }),
  decide: (state, { mode, paise, ref = null }, ctx) => {
    const { header, number } = state;
    const no = firstOf(
      outOfPlace(state, ctx),
      payableStages.some((stage) => stage === state.stage)
        ? null
        : refuse('wrongState', 409, {
            doc: number,
            state: `stage.${state.stage}`,
            allowed: payableStages.map((stage) => `stage.${stage}`),
          }),
    );
    if (no) return no;
    if (header.payment !== 'PREPAID') return refuse('notPrepaid', 409, { doc: number });
    const due = orderTotals(state).payable + state.refundedPaise - state.paidPaise;
    if (paise > due)
      return refuse('moreThanDue', 422, { doc: number, n: inRupees(Math.max(0, due)) }, 'paise');
    if (mode !== 'cash' && ref === null) return refuse('required', 422, { label: 'ref' }, 'ref');
    const isCash = mode === 'cash';
    const over = isCash
      ? cashLimitRefused(ctx.read['cash'] as CashDayState | undefined, paise, header.customer)
      : null;
    if (over) return over;
    return [
      toOrder(state.id, { type: 'OrderPaid', data: { paise, mode, ref: ref ?? '' } }),
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
    ];
  },
});

/**
 * What was paid in advance for units that are cancelled before any invoice goes back: a return that waits for its refund, where refunds
 * are decided.
 */
export function cancelledRefund(
  state: OrderState,
  parts: readonly Part[],
  ctx: Pick<Deciding, 'read' | 'today' | 'newNumber'>,
): readonly NewEvent[] {
  const { overpaidPaise: paise, cashPaise } = advanceOf(state, parts);
  if (paise === 0) return [];
  const { header, pooId, place } = state;
  const { id, number, event } = allotReturn(pooId, place.code, ctx);
  const { customerId, customer, phone, address, pincode, stateCode, payment } = header;
  return [
    {
      stream: `return-${id}`,
      type: 'CustomerReturnDrafted',
      data: {
        ...{ number, pooId, place },
        header: {
          ...noReturn(id).header,
          ...{ customerId, customer, phone, address, pincode, stateCode, payment },
          orderId: state.id,
          note: state.number,
          cashPaid: cashPaise >= paise,
          reason: 'ORDER_CANCELLED',
          pickup: false,
        },
        lines: [],
      },
    },
    event,
    {
      stream: `return-${id}`,
      type: 'PrepaidRefundDue',
      data: { orderNumber: state.number, creditPaise: paise },
    },
    toOrder(state.id, { type: 'OrderRefunded', data: { paise, ref: number } }),
  ];
}
