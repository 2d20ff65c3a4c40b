import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { saleColumns, saleDrill, saleLines, saleTexts } from './models/sales.ts';

const own = saleColumns;

export const dayWiseSales = defineReport({
  name: 'daywisesales',
  route: '/reports/daywisesales',
  model: saleLines,
  columns: [
    own.issuedOn,
    own.iPooId,
    own.ref,
    own.kind,
    own.customer,
    own.product,
    own.qty,
    own.gross,
    own.discount,
    own.total,
    own.payment,
    own.invoiceId,
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'issuedOn', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'kind' },
    { kind: 'find', columns: ['ref', 'customer', 'product'] },
  ],
  groups: ['issuedOn', 'iPooId', 'payment', 'kind'],
  groupedBy: 'issuedOn',
  measures: [
    { name: 'bills', kind: 'distinct', of: 'ref', where: { column: 'kind', in: ['INVOICE'] } },
    { name: 'net', kind: 'sum', of: 'total' },
    { name: 'returns', kind: 'sum', of: 'total', where: { column: 'kind', in: ['CREDIT_NOTE'] } },
    { name: 'customers', kind: 'distinct', of: 'customer' },
  ],
  chart: { kind: 'bar', by: 'issuedOn', of: 'total' },
  drill: saleDrill,
  sort: { column: 'issuedOn', way: 'desc' },
  translations: reportTexts({ ...saleTexts, title: { en: 'Day-wise sales', es: 'Ventas por día' } }),
});
