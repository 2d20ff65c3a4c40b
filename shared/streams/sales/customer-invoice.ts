import type { InvoiceState } from './invoice/state.ts';
import { invoiceTotals } from './invoice/state.ts';

/** What a customer sees of an invoice: what the law wants on it, and nothing of anybody else. */
export function customerInvoice(invoice: InvoiceState) {
  const { header, lines, number, creditedPaise } = invoice;
  const { seller, customer, address, pincode, patient, prescriber, pharmacist, pharmacistRegNo } = header;
  return {
    kind: header.kind,
    number,
    against: header.against?.number ?? null,
    issuedOn: header.issuedOn,
    seller,
    customer,
    address: [address, pincode].filter(Boolean).join(', '),
    stateCode: header.stateCode,
    patient,
    prescriber,
    pharmacist,
    pharmacistRegNo,
    payment: header.payment,
    lines: lines.map((line) => ({
      id: line.id,
      product: line.product,
      hsn: line.hsn,
      maker: line.maker,
      batch: line.batch,
      expiry: line.expiry,
      qty: line.qty,
      mrpPaise: line.mrpPaise,
      discBp: line.discBp,
      gstBp: line.gstBp,
      taxable: line.taxable,
      cgst: line.cgst,
      sgst: line.sgst,
      igst: line.igst,
      total: line.total,
    })),
    totals: invoiceTotals(invoice),
    creditedPaise,
    /** Of an invoice, what was paid in advance for it. */
    advancePaise: header.kind === 'INVOICE' ? (header.advancePaise ?? 0) : 0,
  };
}
export type CustomerInvoice = ReturnType<typeof customerInvoice>;
