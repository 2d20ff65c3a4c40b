import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { stockColumns, stockDrill, stockItems, stockWords } from './models/stock-items.ts';

const own = stockColumns;

export const stockQueryV2 = defineReport({
  name: 'stockQueryV2',
  route: '/reports/normalReports/stockQueryV2',
  model: stockItems,
  columns: [
    own.product,
    own.iPooId,
    own.onHand,
    own.sellable,
    own.reserved,
    own.inward,
    own.held,
    own.value,
    own.mrpValue,
    own.expiry,
    own.bucket,
    own.firstAt,
    own.barcode,
    own.batch,
    own.storage,
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
  groupedBy: 'product',
  measures: [
    { name: 'products', kind: 'distinct', of: 'productId' },
    { name: 'onHand', kind: 'sum', of: 'onHand' },
    { name: 'sellable', kind: 'sum', of: 'sellable' },
    { name: 'value', kind: 'sum', of: 'value' },
  ],
  chart: { kind: 'bar', by: 'product', of: 'value' },
  drill: stockDrill,
  sort: { column: 'value', way: 'desc' },
  translations: reportTexts({
    ...stockWords,
    title: { en: 'Stock query V2', es: 'Consulta de existencias V2' },
  }),
});
