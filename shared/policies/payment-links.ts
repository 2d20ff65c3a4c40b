import { inRupees } from '../core/money.ts';
import { streamKey, streamName } from '../core/event.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { delivery } from '../streams/delivery/parcel/delivery.ts';
import { reconcileNeed } from '../streams/money/deposit/need.ts';
import { paylink } from '../streams/money/paylink/paylink.ts';
import { paylinkStream } from '../streams/money/paylink/state.ts';
import { dc } from '../streams/sales/dc/dc.ts';

/** When the provider is polled about an unreported payment, after its start, ms. */
const queriesMs = [2, 15, 60, 24 * 60].map((minutes) => minutes * 60_000);

/**
 * Links expire by the clock and with their parcel; an unreported payment is polled; accounts are notified of
 * a due refund.
 */
export const paymentLinks = definePolicy({
  name: 'payment-links',
  on: [
    paylink.events.PaymentLinkCreated,
    paylink.events.PaymentBegun,
    paylink.events.PaymentCaptured,
    paylink.events.PaymentOwed,
    delivery.events.ParcelDelivered,
    delivery.events.ParcelPartlyDelivered,
    delivery.events.RtoInitiated,
    delivery.events.RtoReceived,
    dc.events.DcCancelled,
  ],
  react: (event, { directory }): readonly Reaction[] => {
    const key = streamKey(event.stream);
    const stream = streamName(event.stream) === 'paylink' ? event.stream : paylinkStream(key);
    const to = (command: string, input: Readonly<Record<string, unknown>>, at?: number): Reaction => ({
      kind: 'command',
      stream,
      command,
      input,
      ...(at === undefined ? {} : { at }),
    });
    const owed = (paise: number): readonly Reaction[] =>
      paise === 0
        ? []
        : directory.holders(reconcileNeed).map(({ empId }) => ({
            kind: 'command',
            stream: `notice-${empId}`,
            command: 'push',
            input: {
              message: 'paymentToRefund',
              values: { amount: inRupees(paise) },
              icon: 'alert-triangle',
              color: 'orange',
              route: `/approvals/storeCashDepositReconciliation?tab=links&id=${key}`,
              dedupeKey: `paymentToRefund:${stream}:${event.position}`,
            },
          }));
    switch (event.type) {
      case 'PaymentLinkCreated':
        return [to('expire', { n: event.data.n }, Date.parse(event.data.until))];
      case 'PaymentBegun':
        return queriesMs.map((ms) => ({
          kind: 'outside',
          partner: 'payments',
          input: { recipient: event.data.payRef },
          at: Date.parse(event.at) + ms,
        }));
      case 'PaymentCaptured':
        return owed(event.data.owedPaise);
      case 'PaymentOwed':
        return owed(event.data.paise);
      default:
        return [to('reckon', {})];
    }
  },
});
