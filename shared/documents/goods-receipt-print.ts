import { monthAndYear, showDay } from '../core/day.ts';
import { rupees } from '../core/money.ts';
import type { DocumentPrint } from '../families/document-print.ts';
import { greLineTax, type GreState } from '../streams/purchase/gre/state.ts';

const month = (day: string | null): string => (day === null ? '' : monthAndYear(day));

export const goodsReceiptPrint: DocumentPrint<GreState> = {
  to: ({ header }) => [header.supplier, `GSTIN ${header.gstin}`],
  facts: ({ header, place }) => [
    ['print.place', place.code],
    ['header.invoiceNo', header.invoiceNo],
    ['header.invoiceDate', header.invoiceDate ? showDay(header.invoiceDate) : '–'],
    ['header.gatePass', header.gatePass ?? '–'],
  ],
  columns: [
    { key: 'n', text: (_line, { n }) => String(n), align: 'right', width: 18 },
    { key: 'product', text: ({ product, code }) => `${product}\n${code}`, width: '*' },
    { key: 'batch', text: ({ batch }) => batch, width: 58 },
    { key: 'expiry', text: ({ expiry }) => month(expiry), width: 42 },
    { key: 'labelMrpPaise', text: ({ labelMrpPaise }) => rupees(labelMrpPaise), align: 'right', width: 46 },
    {
      key: 'paidPacks',
      text: ({ paidPacks, freePacks }) => (freePacks > 0 ? `${paidPacks}+${freePacks}` : String(paidPacks)),
      align: 'right',
      width: 36,
    },
    { key: 'receivedQty', text: ({ receivedQty }) => String(receivedQty), align: 'right', width: 40 },
    { key: 'acceptedQty', text: ({ acceptedQty }) => String(acceptedQty ?? ''), align: 'right', width: 40 },
    { key: 'value', text: (line) => rupees(greLineTax(line, false).taxable), align: 'right', width: 56 },
  ],
  totals: true,
  signs: ['sign.received', 'sign.inspected', 'sign.approved'],
};
