import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { stockColumns, stockDrill, stockItems, stockWords } from './models/stock-items.ts';

const own = stockColumns;

export const stockQuery = defineReport({
  name: 'stockQuery',
  route: '/reports/normalReports/stockQuery/query',
  model: stockItems,
  columns: [
    own.product,
    own.barcode,
    own.batch,
    own.iPooId,
    own.expiry,
    own.daysLeft,
    own.onHand,
    own.sellable,
    own.reserved,
    own.inward,
    own.held,
    own.damaged,
    own.expired,
    own.mrp,
    own.value,
    own.storage,
    own.bucket,
    own.firstAt,
    own.barcodeId,
    own.productId,
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'bucket' },
    { kind: 'find', columns: ['product', 'barcode', 'batch'] },
  ],
  groups: ['product', 'iPooId', 'bucket', 'storage'],

  measures: [
    { name: 'products', kind: 'distinct', of: 'productId' },
    { name: 'onHand', kind: 'sum', of: 'onHand' },
    { name: 'sellable', kind: 'sum', of: 'sellable' },
    { name: 'value', kind: 'sum', of: 'value' },
  ],
  chart: { kind: 'bar', by: 'iPooId', of: 'value' },
  drill: stockDrill,
  sort: { column: 'product', way: 'asc' },
  translations: reportTexts({
    ...stockWords,
    title: { en: 'Stock query', es: 'Consulta de existencias' },
  }),
});
