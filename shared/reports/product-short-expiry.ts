import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { stockColumns, stockDrill, stockItems, stockWords } from './models/stock-items.ts';

const own = stockColumns;

export const productShortExpiry = defineReport({
  name: 'productShortExpiry',
  route: '/reports/normalReports/productShortExpiry',
  model: stockItems,
  columns: [
    own.expiry,
    own.daysLeft,
    own.bucket,
    own.product,
    own.batch,
    own.barcode,
    own.iPooId,
    own.sellable,
    own.onHand,
    own.sellableValue,
    own.value,
    own.mrpValue,
    own.barcodeId,
    own.productId,
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'bucket' },
    { kind: 'find', columns: ['product', 'barcode', 'batch'] },
  ],
  groups: ['product', 'iPooId', 'bucket'],
  groupedBy: 'bucket',
  measures: [
    { name: 'products', kind: 'distinct', of: 'productId' },
    { name: 'gone', kind: 'count', where: { column: 'bucket', in: ['expired'] } },
    { name: 'soon', kind: 'sum', of: 'sellable', where: { column: 'daysLeft', atLeast: 0, below: 91 } },
    {
      name: 'soonValue',
      kind: 'sum',
      of: 'sellableValue',
      where: { column: 'daysLeft', atLeast: 0, below: 91 },
    },
  ],
  chart: { kind: 'bar', by: 'bucket', of: 'value' },
  drill: stockDrill,
  sort: { column: 'expiry', way: 'asc' },
  translations: reportTexts({
    ...stockWords,
    title: { en: 'Product short expiry', es: 'Productos de caducidad próxima' },
    'measure.gone': { en: 'Batches expired', es: 'Lotes caducados' },
    'measure.soon': { en: 'Sellable, 90 days', es: 'Vendible, 90 días' },
    'measure.soonValue': { en: 'At cost, 90 days', es: 'A coste, 90 días' },
    'means.gone': {
      en: 'Batches at a place whose expiry has passed and of which there are units.',
      es: 'Lotes en un lugar con la caducidad pasada y con unidades.',
    },
    'means.soon': {
      en: 'Sellable units that expire today or within 90 days.',
      es: 'Unidades vendibles que caducan hoy o en 90 días.',
    },
    'means.soonValue': {
      en: 'Those units at the cost of their barcodes. What will sell before is not taken off.',
      es: 'Esas unidades al coste de sus códigos. No se descuenta lo que se venderá antes.',
    },
  }),
});
