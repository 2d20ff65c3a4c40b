import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { saleColumns, saleDrill, saleLines, saleTexts } from './models/sales.ts';

const own = saleColumns;
const executive = { name: 'executive', kind: 'text', width: 160, joined: true } as const;
const executiveId = { name: 'executiveId', kind: 'number', width: 100, hidden: true, joined: true } as const;

/** Sales by executive, product and day; the executive is the person who took the order. */
export const execProductDay = defineReport({
  name: 'execProdDayWise',
  route: '/reports/execProdDayWise',
  model: saleLines,
  columns: [
    ...[own.issuedOn, executive, own.product, own.maker, own.qty, own.total, own.ref, own.kind, own.customer],
    ...[own.orderNumber, own.iPooId, own.invoiceId, own.orderId, own.customerId, own.productId, executiveId],
  ],
  scope: { place: 'iPooId', own: 'executiveId' },
  filters: [
    { kind: 'period', name: 'issuedOn', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'kind' },
    { kind: 'find', columns: ['executive', 'product', 'maker', 'orderNumber'] },
  ],
  groups: ['executive', 'product', 'issuedOn', 'maker', 'iPooId'],
  groupedBy: 'executive',
  measures: [
    { name: 'units', kind: 'sum', of: 'qty' },
    { name: 'net', kind: 'sum', of: 'total' },
    { name: 'products', kind: 'distinct', of: 'productId' },
    { name: 'customers', kind: 'distinct', of: 'customerId' },
    { name: 'bills', kind: 'distinct', of: 'ref', where: { column: 'kind', in: ['INVOICE'] } },
  ],
  chart: { kind: 'stack', by: 'issuedOn', split: 'executive', of: 'total' },
  drill: saleDrill,
  sort: { column: 'issuedOn', way: 'desc' },
  translations: reportTexts({
    ...saleTexts,
    title: { en: 'Executive product day-wise', es: 'Ejecutivo, producto y día' },
    'column.executive': { en: 'Executive', es: 'Ejecutivo' },
    'column.executiveId': { en: 'Employee no.', es: 'N.º de empleado' },
    'measure.products': { en: 'Products', es: 'Productos' },
    'means.products': {
      en: 'Different products on the documents of the period.',
      es: 'Productos distintos en los documentos del período.',
    },
  }),
});
