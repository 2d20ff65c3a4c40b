import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { saleColumns, saleDrill, saleLines, saleTexts } from './models/sales.ts';

const own = saleColumns;

export const salesSummary = defineReport({
  name: 'salessummary',
  route: '/reports/salessummary',
  model: saleLines,
  columns: [
    own.issuedOn,
    own.product,
    own.maker,
    own.iPooId,
    own.customer,
    own.ref,
    own.kind,
    own.qty,
    own.discount,
    own.total,
    own.payment,
    own.invoiceId,
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'issuedOn', preset: 'thisMonth', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'kind' },
    { kind: 'find', columns: ['product', 'maker', 'customer', 'ref'] },
  ],
  groups: ['product', 'maker', 'iPooId', 'payment'],
  groupedBy: 'product',
  measures: [
    { name: 'net', kind: 'sum', of: 'total' },
    { name: 'units', kind: 'sum', of: 'qty' },
    { name: 'bills', kind: 'distinct', of: 'ref', where: { column: 'kind', in: ['INVOICE'] } },
    { name: 'customers', kind: 'distinct', of: 'customer' },
  ],
  chart: { kind: 'bar', by: 'product', of: 'total' },
  drill: saleDrill,
  sort: { column: 'total', way: 'desc' },
  translations: reportTexts({ ...saleTexts, title: { en: 'Sales summary', es: 'Resumen de ventas' } }),
});
