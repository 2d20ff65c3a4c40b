import { showDay } from '../core/day.ts';
import { rupees } from '../core/money.ts';
import type { DocumentPrint } from '../families/document-print.ts';
import { isSupply, type TransferState } from '../streams/stock/transfer/state.ts';

const paperNames = {
  en: { supply: 'Tax invoice', move: 'Delivery challan' },
  es: { supply: 'Factura', move: 'Albarán de entrega' },
} as const;

/** Handed over with the goods: a challan within one registration, a tax invoice between two. */
export const stockTransferPrint: DocumentPrint<TransferState> = {
  to: ({ header }) => [header.toCode, `GSTIN ${header.toGstin}`],
  facts: (state, language) => [
    ['print.place', state.place.code],
    ['print.fromGstin', state.header.fromGstin],
    [
      'print.paper',
      `${paperNames[language][isSupply(state) ? 'supply' : 'move']} ${state.header.paper ?? '–'}`,
    ],
    ['header.boxes', String(state.header.boxes ?? '–')],
    ['header.vehicle', state.header.vehicle ?? state.header.transporter ?? '–'],
    ['header.ewayNo', state.header.ewayNo ?? '–'],
  ],
  columns: [
    { key: 'n', text: (_line, { n }) => String(n), align: 'right', width: 20 },
    { key: 'product', text: ({ product, label }) => `${product}\n${label}`, width: '*' },
    { key: 'hsn', text: ({ hsn }) => hsn, width: 40 },
    { key: 'batch', text: ({ batch, expiry }) => `${batch}\n${expiry ? showDay(expiry) : ''}`, width: 80 },
    { key: 'qty', text: ({ qty }) => String(qty), align: 'right', width: 50 },
    { key: 'gstBp', text: ({ gstBp }) => `${gstBp / 100} %`, align: 'right', width: 36 },
    { key: 'value', text: ({ valuePaise }) => rupees(valuePaise), align: 'right', width: 70 },
  ],
  totals: true,
  signs: ['sign.made', 'sign.received'],
};
