import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { documentTotals, type DocumentTotals } from '../../../core/gst.ts';
import { documentLife } from '../../documents/life.ts';
import type { PayMode } from '../../money/day/state.ts';
import {
  evolveDraft,
  noDocument,
  stepped,
  withLine,
  type Drafted,
  type DocumentState,
  type DraftEvents,
} from '../../documents/state.ts';

/** The place that sells, as its papers say it on the day. */
export interface Seller {
  readonly name: string;
  readonly address: string;
  readonly gstin: string;
  readonly licence: string;
}
export const noSeller: Seller = { name: '', address: '', gstin: '', licence: '' };

/** Units that were supplied and their tax, as they stood then. */
export interface TaxLine {
  readonly id: string;
  readonly orderLineId: string;
  readonly productId: number;
  readonly code: string;
  readonly product: string;
  readonly hsn: string;
  readonly maker: string;
  readonly schedules: readonly string[];
  readonly packSize: number;
  readonly barcodeId: number;
  readonly label: string;
  readonly batch: string;
  readonly expiry: string | null;
  readonly mrpPaise: number;
  readonly qty: number;
  readonly pricePaise: number;
  readonly discBp: number;
  readonly gstBp: number;
  readonly taxable: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly igst: number;
  readonly total: number;
}
export interface InvoiceLine extends TaxLine {
  readonly creditedQty: number;
  readonly creditedPaise: number;
}
export interface InvoiceHeader {
  readonly kind: 'INVOICE' | 'CREDIT_NOTE';
  /** Unguessable; opens the customer's page. */
  readonly uId: string;
  readonly dcId: string;
  readonly dcNumber: string;
  readonly orderId: string;
  readonly orderNumber: string;
  /** The invoice that a credit note is about. */
  readonly against: { readonly id: string; readonly number: string; readonly date: string } | null;
  readonly reason: string | null;
  /**
   * Whole rupees, where they are not those of its lines alone: all credit notes of an invoice add up to it, and all invoices of an order to
   * the order.
   */
  readonly payablePaise: number | null;
  readonly customerId: number | null;
  readonly customer: string;
  readonly phone: string;
  readonly address: string;
  readonly pincode: string;
  readonly stateCode: string;
  readonly patient: string;
  readonly prescriber: string | null;
  readonly prescriberRegNo: string | null;
  readonly pharmacist: string;
  readonly pharmacistRegNo: string;
  readonly seller: Seller;
  readonly payment: string;
  /**
   * Of an invoice, what was paid in advance for it; of a credit note, what of that is free again. An invoice for an order that is prepaid
   * without recorded payments has none and counts as paid.
   */
  readonly advancePaise?: number;
  readonly issuedOn: string;
}
export interface InvoiceState extends DocumentState<InvoiceHeader, InvoiceLine> {
  readonly creditedPaise: number;
  /** Paid at the counter since, of a sale on credit. */
  readonly receivedPaise: number;
}

export const invoiceNames = {
  drafted: 'TaxInvoiceIssued',
  changed: 'InvoiceChanged',
  attached: 'InvoiceFileAttached',
  detached: 'InvoiceFileRemoved',
  printed: 'InvoicePrinted',
} as const;
export interface CreditedLine {
  readonly lineId: string;
  readonly qty: number;
  readonly paise: number;
}
export type InvoiceEvent =
  | DraftEvents<typeof invoiceNames, InvoiceHeader, InvoiceLine>
  | Event<'CreditNoteIssued', Drafted<InvoiceHeader, InvoiceLine>>
  | Event<
      'InvoiceCredited',
      {
        readonly creditNoteId: string;
        readonly creditNoteNumber: string;
        readonly payablePaise: number;
        readonly lines: readonly CreditedLine[];
      }
    >
  | Event<
      'InvoicePaymentReceived',
      { readonly entryId: string; readonly mode: PayMode; readonly paise: number; readonly date: string }
    >
  | Event<'InvoiceClosed', object>;

export const invoiceLife = documentLife('invoice', {
  issued: { print: 'issued', credit: 'partCredited', creditAll: 'credited', close: 'closed' },
  partCredited: { credit: 'partCredited', creditAll: 'credited', close: 'closed' },
  credited: { close: 'closed' },
  closed: {},
});

export const noInvoice = (id: string): InvoiceState => ({
  ...noDocument<InvoiceHeader, InvoiceLine>(id, {
    kind: 'INVOICE',
    uId: '',
    dcId: '',
    dcNumber: '',
    orderId: '',
    orderNumber: '',
    against: null,
    reason: null,
    payablePaise: null,
    customerId: null,
    customer: '',
    phone: '',
    address: '',
    pincode: '',
    stateCode: '',
    patient: '',
    prescriber: null,
    prescriberRegNo: null,
    pharmacist: '',
    pharmacistRegNo: '',
    seller: noSeller,
    payment: 'COD',
    issuedOn: '',
  }),
  creditedPaise: 0,
  receivedPaise: 0,
});

export const taxTotals = (lines: readonly TaxLine[]): DocumentTotals => documentTotals(lines);
export function invoiceTotals({ header, lines }: Pick<InvoiceState, 'header' | 'lines'>): DocumentTotals {
  const totals = taxTotals(lines);
  const payable = header.payablePaise ?? totals.payable;
  return { ...totals, payable, roundOff: payable - totals.total };
}
export const invoiceStream = (id: string): string => `invoice-${id}`;

export function evolveInvoice(state: InvoiceState, event: RecordedEventOf<InvoiceEvent>): InvoiceState {
  if (event.type === 'CreditNoteIssued') return evolveInvoice(state, { ...event, type: 'TaxInvoiceIssued' });
  const draft = evolveDraft<InvoiceHeader, InvoiceLine, InvoiceState>(
    invoiceNames,
    invoiceLife.initial,
    state,
    event,
  );
  if (draft) return draft;
  switch (event.type) {
    case 'InvoiceCredited': {
      const { lines, payablePaise, creditNoteNumber } = event.data;
      const credited = lines.reduce<InvoiceState>(
        (next, { lineId, qty, paise }) =>
          withLine(next, lineId, (line: InvoiceLine) => ({
            ...line,
            creditedQty: line.creditedQty + qty,
            creditedPaise: line.creditedPaise + paise,
          })),
        state,
      );
      const all = credited.lines.every(({ creditedQty, qty }) => creditedQty >= qty);
      // A closed invoice may still be credited: it stays closed.
      const stage = state.stage === 'closed' ? 'closed' : all ? 'credited' : 'partCredited';
      return {
        ...stepped(credited, event, all ? 'creditAll' : 'credit', stage, creditNoteNumber),
        creditedPaise: state.creditedPaise + payablePaise,
      };
    }
    case 'InvoicePaymentReceived':
      return {
        ...state,
        version: event.version,
        receivedPaise: state.receivedPaise + event.data.paise,
      };
    case 'InvoiceClosed':
      return stepped(state, event, 'close', 'closed');
    default:
      return state;
  }
}
