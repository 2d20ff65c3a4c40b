import { streamKey } from '../core/event.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { prescription } from '../streams/prescriptions/prescription/prescription.ts';
import { indent } from '../streams/purchase/indent/indent.ts';
import { order } from '../streams/sales/order/order.ts';
import { pick } from '../streams/sales/pick/pick.ts';
import { dc } from '../streams/sales/dc/dc.ts';
import { invoice } from '../streams/sales/invoice/invoice.ts';

const hour = 3_600_000;
/** How long until a list that nobody began is cancelled. */
const listLapsesMs = 4 * hour;
const creditNoteClosesMs = 24 * hour;

const to = (
  stream: string,
  command: string,
  input: Readonly<Record<string, unknown>> = {},
  at?: number,
): Reaction => ({ kind: 'command', stream, command, input, ...(at === undefined ? {} : { at }) });

/**
 * A checked prescription requests an order; a confirmed order reaches the pickers in time; short lines are
 * requested; finished orders are closed.
 */
export const keepOrders = definePolicy({
  name: 'keep-orders',
  on: [
    prescription.events.OrderDraftRequested,
    order.events.OrderConfirmed,
    order.events.OrderBackordered,
    order.events.OrderDelivered,
    order.events.OrderReshipped,
    order.events.OrderLineCancelled,
    order.events.OrderCancelled,
    indent.events.IndentRaised,
    pick.events.PickListCreated,
    pick.events.PickBatchBlocked,
  ],
  react: (event): readonly Reaction[] => {
    switch (event.type) {
      case 'OrderDraftRequested': {
        const { pooId, customerId } = event.data;
        return [
          to('order-new', 'fromPrescription', {
            rxId: Number(streamKey(event.stream)),
            pooId,
            customerId,
          }),
        ];
      }
      case 'OrderConfirmed':
        return [to(event.stream, 'queue', { why: 'slot' }, Date.parse(event.data.queueAt))];
      case 'OrderBackordered': {
        const { ask, pooId, number } = event.data;
        if (ask.length === 0) return [];
        const byProduct = Map.groupBy(ask, ({ productId }) => productId);
        return [
          to('indent-new', 'draft', {
            pooId,
            header: { source: 'SO', urgency: 'urgent', note: number },
            lines: [...byProduct].map(([productId, of], i) => ({
              id: `o${i + 1}`,
              productId,
              qty: of.reduce((sum, { qty }) => sum + qty, 0),
              orderLines: of.map(({ lineId }) => `${streamKey(event.stream)}:${lineId}`),
            })),
          }),
        ];
      }
      case 'IndentRaised': {
        const { header, lines } = event.data;
        if (header.source !== 'SO' || event.actor.kind !== 'system') return [];
        const named = lines.flatMap((line) =>
          line.orderLines.flatMap((one) => {
            const [orderId, lineId] = one.split(':');
            return orderId && lineId
              ? [{ orderId, lineId, indentId: streamKey(event.stream), indentLineId: line.id }]
              : [];
          }),
        );
        return [
          to(event.stream, 'submit'),
          ...[...Map.groupBy(named, ({ orderId }) => orderId)].map(([orderId, of]) =>
            to(`order-${orderId}`, 'noteIndent', {
              indents: of.map(({ orderId: _order, ...rest }) => rest),
            }),
          ),
        ];
      }
      case 'OrderLineCancelled':
      case 'OrderCancelled':
        return event.data.indents.map(({ indentId, indentLineId }) =>
          to(`indent-${indentId}`, 'cancelLine', { lineId: indentLineId, reason: event.data.reason }),
        );
      case 'PickBatchBlocked': {
        const { picker, batch, product } = event.data;
        if (picker === null) return [];
        return [
          to(`notice-${picker}`, 'push', {
            message: 'batchBlocked',
            values: { batch, product },
            icon: 'alert',
            color: 'red',
            route: `/purchaseanddispatch/pickList?id=${streamKey(event.stream)}`,
            about: event.stream,
            urgent: true,
          }),
        ];
      }
      case 'PickListCreated':
        return [to(event.stream, 'lapse', {}, Date.parse(event.at) + listLapsesMs)];
      default:
        return [to(event.stream, 'close')];
    }
  },
});

/** The invoice of a finished parcel leaves the day's work; so does a credit note after a day. */
export const closeInvoices = definePolicy({
  name: 'close-invoices',
  on: [
    dc.events.DcDelivered,
    dc.events.DcClosed,
    dc.events.CancellationAcknowledged,
    invoice.events.CreditNoteIssued,
  ],
  react: (event): readonly Reaction[] => {
    return event.type === 'CreditNoteIssued'
      ? [to(event.stream, 'close', {}, Date.parse(event.at) + creditNoteClosesMs)]
      : [to(event.stream, 'closeInvoice')];
  },
});
