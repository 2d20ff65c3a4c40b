import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { saleColumns, saleDrill, saleLines, saleTexts } from './models/sales.ts';

const own = saleColumns;

/** The sales register; the route keeps the specification's spelling. */
export const slaesReport = defineReport({
  name: 'slaesReport',
  route: '/reports/slaesReport',
  model: saleLines,
  columns: [
    own.issuedOn,
    own.ref,
    own.kind,
    own.customer,
    own.stateCode,
    own.hsn,
    own.product,
    own.batch,
    own.qty,
    own.gross,
    own.discount,
    own.taxable,
    own.rate,
    own.cgst,
    own.sgst,
    own.igst,
    own.total,
    own.against,
    own.iPooId,
    { ...own.orderNumber, hidden: true },
    own.invoiceId,
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'issuedOn', preset: 'thisMonth', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'kind' },
    { kind: 'find', columns: ['ref', 'customer', 'product', 'hsn', 'batch'] },
  ],
  groups: ['rate', 'hsn', 'kind', 'stateCode', 'iPooId'],
  groupedBy: 'rate',
  measures: [
    { name: 'bills', kind: 'distinct', of: 'ref', where: { column: 'kind', in: ['INVOICE'] } },
    { name: 'net', kind: 'sum', of: 'total' },
    { name: 'taxable', kind: 'sum', of: 'taxable' },
    { name: 'returns', kind: 'sum', of: 'total', where: { column: 'kind', in: ['CREDIT_NOTE'] } },
  ],
  chart: { kind: 'bar', by: 'rate', of: 'taxable' },
  drill: saleDrill,
  sort: { column: 'issuedOn', way: 'desc' },
  translations: reportTexts({
    ...saleTexts,
    title: { en: 'Sales report', es: 'Informe de ventas' },
    'measure.taxable': { en: 'Taxable', es: 'Base imponible' },
    'means.taxable': {
      en: 'Taxable value of invoices less that of credit notes.',
      es: 'Base imponible de las facturas menos la de las notas de crédito.',
    },
  }),
});
