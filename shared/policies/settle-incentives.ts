import { businessDay } from '../core/day.ts';
import { streamKey } from '../core/event.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { dayend } from '../streams/money/day/dayend.ts';
import { customerEarningsStream } from '../streams/money/incentive/customer-earnings.ts';
import { earningStream } from '../streams/money/incentive/earned.ts';
import { incentive } from '../streams/money/incentive/incentive.ts';
import { dsasale } from '../streams/sales/dsasale/dsasale.ts';
import { invoice } from '../streams/sales/invoice/invoice.ts';
import { order } from '../streams/sales/order/order.ts';
import { customer } from '../streams/customers/customer.ts';

const to = (stream: string, command: string, input: Readonly<Record<string, unknown>>): Reaction => ({
  kind: 'command',
  stream,
  command,
  input,
});

/**
 * An agent earns an incentive when a sale of theirs is confirmed, delivered and paid for, whichever comes last.
 */
export const accrueIncentives = definePolicy({
  name: 'accrue-incentives',
  on: [dsasale.events.DsaSaleConfirmed, order.events.OrderDelivered, dayend.events.CashReceiptRecorded],
  react: (event): readonly Reaction[] => {
    const day = businessDay(Date.parse(event.at));
    if (event.type === 'OrderDelivered')
      return [to(earningStream(streamKey(event.stream)), 'accrue', { day })];
    if (event.type === 'DsaSaleConfirmed') {
      const { orderId } = event.data;
      // Confirmations of earlier versions do not name the order.
      return orderId === undefined ? [] : [to(earningStream(orderId), 'accrue', { day })];
    }
    const { entryId, paise, ref } = event.data;
    return ref.orderId == null
      ? []
      : [
          to(earningStream(ref.orderId), 'receive', {
            day,
            entryId,
            invoice: ref.number.toUpperCase(),
            paise,
          }),
        ];
  },
});

/** What was credited is reversed in proportion. */
export const reverseIncentives = definePolicy({
  name: 'reverse-incentives',
  on: [invoice.events.CreditNoteIssued],
  react: ({ stream, data: { header, lines, number } }): readonly Reaction[] =>
    header.against === null
      ? []
      : [
          to(earningStream(header.orderId), 'reverse', {
            invoiceId: header.against.id,
            creditNoteId: streamKey(stream),
            creditNote: number,
            cause: header.reason === 'rto' ? 'rto' : 'return',
            parts: lines.map(({ id, qty }) => ({ lineId: id, qty })),
          }),
        ],
});

/** A customer who leaves soon takes back all that was earned with them. */
export const reverseForExits = definePolicy({
  name: 'reverse-for-exits',
  on: [customer.events.CustomerExited],
  react: ({ stream, data }): readonly Reaction[] => [
    to(customerEarningsStream(Number(streamKey(stream))), 'reverseForExit', { on: data.on }),
  ],
});

/** Notifies everybody who may decide about an adjustment, except whoever requested it and the agent. */
export const notifyAdjustment = definePolicy({
  name: 'notify-adjustment',
  on: [incentive.events.IncentiveAdjustmentRequested],
  react: ({ data }, { directory }): readonly Reaction[] =>
    directory
      .holders(data.decides.need)
      .filter(({ empId }) => empId !== data.requestedBy.empId && empId !== data.agent.empId)
      .map(({ empId }) =>
        to(`notice-${empId}`, 'push', {
          message: 'incentiveToConfirm',
          values: { name: data.requestedBy.name, of: data.agent.name },
          icon: 'clipboard-check',
          color: 'blue',
          route: data.decides.route,
          dedupeKey: `incentiveToConfirm:${data.adjustmentId}`,
        }),
      ),
});
