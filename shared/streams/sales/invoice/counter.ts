import { inRupees } from '../../../core/money.ts';
import type { NewEvent } from '../../../core/event.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { invoiceStream, invoiceTotals, type InvoiceEvent, type InvoiceState } from './state.ts';

/** What a sale on credit still owes; parcels paid on delivery are paid where they are handed over, others were paid before. */
export function creditDue(invoice: InvoiceState): number {
  const { kind, payment } = invoice.header;
  if (!invoice.exists || kind !== 'INVOICE' || payment !== 'CREDIT') return 0;
  return Math.max(0, invoiceTotals(invoice).payable - invoice.creditedPaise - invoice.receivedPaise);
}

interface CounterPayment {
  readonly pooId: number;
  readonly poo: string;
  /** As it was typed. */
  readonly invoice: string;
  readonly customerId: number | null;
  readonly paise: number;
}

/** Why this payment cannot be taken against that invoice. */
export function counterRefused(invoice: InvoiceState | undefined, asked: CounterPayment): Refusal | null {
  if (!invoice?.exists || invoice.header.kind !== 'INVOICE' || invoice.pooId !== asked.pooId)
    return refuse('invoiceUnknown', 422, { no: asked.invoice, poo: asked.poo }, 'invoice');
  const { customer, customerId, payment } = invoice.header;
  const values = { doc: invoice.number };
  if (asked.customerId !== null && asked.customerId !== customerId)
    return refuse('invoiceOfOther', 422, { ...values, customer }, 'invoice');
  if (payment === 'COD') return refuse('paidWithParcel', 409, values, 'invoice');
  if (payment !== 'CREDIT') return refuse('paidInAdvance', 409, values, 'invoice');
  const due = creditDue(invoice);
  if (due === 0) return refuse('invoiceSettled', 409, values, 'invoice');
  return asked.paise > due ? refuse('moreThanDue', 422, { ...values, n: inRupees(due) }, 'paise') : null;
}

export const paymentReceived = (
  id: string,
  data: Extract<InvoiceEvent, { type: 'InvoicePaymentReceived' }>['data'],
): NewEvent => ({ stream: invoiceStream(id), type: 'InvoicePaymentReceived', data: { ...data } });
