import { showDay } from '../core/day.ts';
import type { DocumentPrint } from '../families/document-print.ts';
import { rupees } from '../core/money.ts';
import type { OrderState } from '../streams/sales/order/state.ts';

export const customerOrderPrint: DocumentPrint<OrderState> = {
  to: ({ header }) => [header.customer, header.address, header.pincode, header.phone],
  facts: ({ header, place }) => [
    ['print.place', place.code],
    ['header.patientId', header.patient || '–'],
    ['header.rxId', header.rxRef || '–'],
    ['header.slotDate', header.slotDate ? showDay(header.slotDate) : '–'],
  ],
  columns: [
    { key: 'n', text: (_line, { n }) => String(n), align: 'right', width: 20 },
    { key: 'product', text: ({ product, code }) => `${product}\n${code}`, width: '*' },
    { key: 'qty', text: ({ qty }) => String(qty), align: 'right', width: 50 },
    { key: 'mrpPaise', text: ({ mrpPaise }) => rupees(mrpPaise), align: 'right', width: 60 },
    { key: 'pricePaise', text: ({ pricePaise }) => rupees(pricePaise), align: 'right', width: 60 },
    {
      key: 'discBp',
      text: ({ discBp }) => (discBp === 0 ? '–' : `${discBp / 100} %`),
      align: 'right',
      width: 40,
    },
  ],
  totals: true,
  signs: ['sign.made'],
};
