import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { saleColumns, saleDrill, saleLines, saleTexts } from './models/sales.ts';

const own = saleColumns;

/** Each customer's purchases by month. */
export const customerwiseMonthwise = defineReport({
  name: 'CustomerwiseMonthwise',
  route: '/reports/CustomerwiseMonthwise',
  model: saleLines,
  columns: [
    ...[own.month, own.customer, own.issuedOn, own.ref, own.kind, own.product, own.qty, own.total],
    ...[own.payment, own.iPooId, own.invoiceId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'issuedOn', preset: 'thisMonth', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'find', columns: ['customer', 'ref', 'product'] },
  ],
  groups: ['customer', 'month', 'product', 'iPooId'],
  groupedBy: 'customer',
  measures: [
    { name: 'customers', kind: 'distinct', of: 'customer' },
    { name: 'bills', kind: 'distinct', of: 'ref', where: { column: 'kind', in: ['INVOICE'] } },
    { name: 'net', kind: 'sum', of: 'total' },
    { name: 'units', kind: 'sum', of: 'qty' },
  ],
  chart: { kind: 'bar', by: 'month', of: 'total' },
  drill: saleDrill,
  sort: { column: 'issuedOn', way: 'desc' },
  translations: reportTexts({
    ...saleTexts,
    title: { en: 'Customer-wise month-wise', es: 'Por cliente y mes' },
  }),
});
