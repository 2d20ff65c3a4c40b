import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { saleColumns, saleDrill, saleLines, saleTexts } from './models/sales.ts';

const own = saleColumns;

/** The growth of the business by month: sales, discounts, returns and tax. */
export const monthlyBusinessWise = defineReport({
  name: 'monthlyBusinessWise',
  route: '/reports/monthlyBusinessWise',
  model: saleLines,
  columns: [
    ...[own.month, own.issuedOn, own.iPooId, own.ref, own.kind, own.customer, own.product, own.maker],
    ...[own.qty, own.gross, own.discount, own.taxable, own.cgst, own.sgst, own.igst, own.total],
    ...[own.payment, own.invoiceId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'issuedOn', preset: 'thisMonth', mostDays: 732 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'kind' },
    { kind: 'find', columns: ['product', 'maker', 'customer'] },
  ],
  groups: ['month', 'iPooId', 'maker', 'payment'],
  groupedBy: 'month',
  measures: [
    { name: 'bills', kind: 'distinct', of: 'ref', where: { column: 'kind', in: ['INVOICE'] } },
    { name: 'customers', kind: 'distinct', of: 'customer' },
    { name: 'gross', kind: 'sum', of: 'gross', where: { column: 'kind', in: ['INVOICE'] } },
    { name: 'discount', kind: 'ratio', of: 'discount', per: 'gross' },
    { name: 'returns', kind: 'sum', of: 'total', where: { column: 'kind', in: ['CREDIT_NOTE'] } },
    { name: 'net', kind: 'sum', of: 'total' },
  ],
  chart: { kind: 'bar', by: 'month', of: 'total' },
  drill: saleDrill,
  sort: { column: 'issuedOn', way: 'desc' },
  translations: reportTexts({
    ...saleTexts,
    title: { en: 'Monthly business-wise', es: 'Negocio por mes' },
    'measure.gross': { en: 'Before discount', es: 'Antes del descuento' },
    'means.gross': {
      en: 'Invoices of the period with GST, before discount and returns.',
      es: 'Facturas del período con GST, antes de descuentos y devoluciones.',
    },
    'measure.discount': { en: 'Discount', es: 'Descuento' },
    'means.discount': {
      en: 'Discounts as a share of the sales before discount.',
      es: 'Descuentos como parte de las ventas antes del descuento.',
    },
  }),
});
