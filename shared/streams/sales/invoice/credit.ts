import type { NewEvent } from '../../../core/event.ts';
import { creditOf, documentTotals, taxOfInclusive } from '../../../core/gst.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { allot, numberingStream, type NumberingState } from '../../core/numbering.ts';
import { uniqueStream } from '../../core/unique.ts';
import { atLine } from '../../documents/commands.ts';
import { usedAdvance } from '../order/advance.ts';
import type { OrderDc, Part } from '../order/state.ts';
import {
  invoiceStream,
  invoiceTotals,
  type CreditedLine,
  type InvoiceHeader,
  type InvoiceLine,
  type InvoiceState,
} from './state.ts';

/** Streams that a credit note of an invoice is decided over. */
export const creditReads = (
  invoiceId: string,
  pooId: number,
  today: string,
): Readonly<Record<'invoice' | 'creditSeries', string>> => ({
  invoice: invoiceStream(invoiceId),
  creditSeries: numberingStream(pooId, 'C', today),
});

export interface CreditWanted {
  /** Ids of the invoice's lines. */
  readonly parts: readonly Part[];
  readonly reason: string;
  readonly creditNoteId: string;
  readonly uId: string;
  readonly today: string;
  /** Of goods that the customer never got: their parcel as the order has it. */
  readonly undelivered?: OrderDc | undefined;
}
export interface Credit {
  readonly creditNoteId: string;
  readonly creditNoteNumber: string;
  readonly payablePaise: number;
  readonly events: readonly NewEvent[];
}

/** What a credit note leaves of a parcel's advance for something else; an invoice that counts as paid no longer does. */
const freed = ({ payment, advancePaise }: InvoiceHeader, dc: OrderDc, payablePaise: number): number =>
  payment === 'PREPAID' && advancePaise === undefined
    ? payablePaise
    : usedAdvance(dc) - usedAdvance({ ...dc, creditedPaise: dc.creditedPaise + payablePaise });

/**
 * The credit note for units that came back: at the rate and place of supply of the invoice, and rounded so that any split of a full
 * return credits exactly the invoice.
 */
export function issueCredit(
  read: Readonly<Record<string, unknown>>,
  { parts, reason, creditNoteId, uId, today, undelivered }: CreditWanted,
): Credit | Refusal {
  const invoice = read['invoice'] as InvoiceState | undefined;
  if (!invoice?.exists || invoice.header.kind !== 'INVOICE') return refuse('notFound', 404);
  const lines: InvoiceLine[] = [];
  const credited: CreditedLine[] = [];
  for (const [i, { lineId, qty }] of parts.filter((one) => one.qty > 0).entries()) {
    const line = invoice.lines.find(({ id }) => id === lineId);
    if (!line) return atLine(refuse('notInList', 422, { label: 'lineId' }), i + 1);
    if (line.creditedQty + qty > line.qty)
      return atLine(
        refuse('creditedTwice', 422, { product: line.product, d: line.qty, r: line.creditedQty, n: qty }),
        i + 1,
      );
    const paise = creditOf({ paise: line.total, qty: line.qty }, line.creditedQty + qty, line.creditedPaise);
    credited.push({ lineId, qty, paise });
    lines.push({
      ...line,
      qty,
      ...taxOfInclusive(paise, line.gstBp, line.igst > 0),
      creditedQty: 0,
      creditedPaise: 0,
    });
  }
  if (lines.length === 0) return refuse('noLines', 422);
  const whole = [...invoice.lines].every(
    (line) => line.creditedQty + (credited.find(({ lineId }) => lineId === line.id)?.qty ?? 0) === line.qty,
  );
  const left = invoiceTotals(invoice).payable - invoice.creditedPaise;
  // The last part gives back what the invoice still has, its rounding to whole rupees with it.
  const payablePaise = whole ? left : Math.min(left, documentTotals(lines).payable);
  const { pooId, place } = invoice;
  const { number, event } = allot(
    read['creditSeries'] as NumberingState,
    { pooId, code: place.code },
    'C',
    today,
    creditNoteId,
  );
  const header: InvoiceHeader = {
    ...invoice.header,
    kind: 'CREDIT_NOTE',
    uId,
    against: { id: invoice.id, number: invoice.number, date: invoice.header.issuedOn },
    reason,
    payablePaise,
    advancePaise: undelivered ? freed(invoice.header, undelivered, payablePaise) : 0,
    issuedOn: today,
  };
  return {
    creditNoteId,
    creditNoteNumber: number,
    payablePaise,
    events: [
      {
        stream: invoiceStream(creditNoteId),
        type: 'CreditNoteIssued',
        data: { number, pooId, place, header, lines },
      },
      event,
      {
        stream: uniqueStream('invoice', uId),
        type: 'KeyReserved',
        data: { owner: creditNoteId },
      },
      {
        stream: invoiceStream(invoice.id),
        type: 'InvoiceCredited',
        data: { creditNoteId, creditNoteNumber: number, payablePaise, lines: credited },
      },
    ],
  };
}
