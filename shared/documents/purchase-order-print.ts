import { showDay } from '../core/day.ts';
import type { DocumentPrint } from '../families/document-print.ts';
import { poLineTax, type PoState } from '../streams/purchase/po/state.ts';
import { rupees } from '../core/money.ts';

const percent = (bp: number): string => (bp === 0 ? '–' : `${bp / 100} %`);

export const purchaseOrderPrint: DocumentPrint<PoState> = {
  to: ({ header }) => [header.supplier, `GSTIN ${header.gstin}`],
  facts: ({ header, place, revision }) => [
    ['print.place', place.code],
    ['header.expectedOn', header.expectedOn ? showDay(header.expectedOn) : '–'],
    ['column.revision', String(revision)],
    ['header.terms', header.terms ?? '–'],
  ],
  columns: [
    { key: 'n', text: (_line, { n }) => String(n), align: 'right', width: 20 },
    { key: 'product', text: ({ product, code }) => `${product}\n${code}`, width: '*' },
    { key: 'hsn', text: ({ hsn }) => hsn, width: 40 },
    { key: 'packs', text: ({ packs }) => String(packs), align: 'right', width: 36 },
    {
      key: 'freePacks',
      text: ({ freePacks }) => (freePacks === 0 ? '' : String(freePacks)),
      align: 'right',
      width: 30,
    },
    { key: 'ptrPaise', text: ({ ptrPaise }) => rupees(ptrPaise), align: 'right', width: 54 },
    { key: 'discBp', text: ({ discBp }) => percent(discBp), align: 'right', width: 36 },
    { key: 'gstBp', text: ({ gstBp }) => percent(gstBp), align: 'right', width: 36 },
    { key: 'value', text: (line) => rupees(poLineTax(line, false).taxable), align: 'right', width: 64 },
  ],
  totals: true,
  signs: ['sign.made', 'sign.approved'],
};
