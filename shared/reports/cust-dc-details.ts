import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { dcTranslations } from '../streams/sales/dc/translations.ts';
import { challanDrill, challanLineRows, deliveryColumns, deliveryWords } from './models/deliveries.ts';
import { stageTexts } from './models/purchases.ts';

const own = deliveryColumns;

/** Goods delivered to a customer and kept by them, batch by batch. */
export const custDcDetails = defineReport({
  name: 'custDcDetails',
  route: '/reports/inventoryReports/custDcDetails',
  model: challanLineRows,
  columns: [
    ...[own.madeAt, own.customer, own.ref, own.invoiceNumber, own.product, own.batch, own.expiry],
    ...[own.sent, own.mrp, own.discount, own.net, own.delivered, own.back, own.returned],
    ...[own.stage, own.deliveredAt, own.orderNumber, own.pincode, own.iPooId, own.dcId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'madeAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['customer', 'ref', 'invoiceNumber', 'product', 'batch'] },
  ],
  groups: ['customer', 'product', 'ref', 'stage', 'iPooId'],
  groupedBy: 'customer',
  measures: [
    { name: 'sent', kind: 'sum', of: 'sent' },
    { name: 'accepted', kind: 'ratio', of: 'delivered', per: 'sent' },
    { name: 'returned', kind: 'ratio', of: 'returned', per: 'delivered' },
    { name: 'net', kind: 'sum', of: 'net' },
  ],
  chart: { kind: 'bar', by: 'product', of: 'net' },
  drill: challanDrill,
  sort: { column: 'madeAt', way: 'desc' },
  translations: reportTexts({
    ...deliveryWords,
    ...stageTexts(dcTranslations),
    title: { en: 'Customer DC details', es: 'Detalle de albaranes por cliente' },
    'measure.sent': { en: 'Units sent', es: 'Unidades enviadas' },
    'means.sent': { en: 'Units on challans of the period.', es: 'Unidades en albaranes del período.' },
    'measure.accepted': { en: 'Accepted', es: 'Aceptadas' },
    'means.accepted': {
      en: 'Accepted at the door, of all sent.',
      es: 'Aceptadas en la puerta, del total enviado.',
    },
    'measure.returned': { en: 'Returned', es: 'Devueltas' },
    'means.returned': {
      en: 'Returned later, of all that were accepted.',
      es: 'Devueltas después, del total aceptado.',
    },
    'measure.net': { en: 'Net', es: 'Neto' },
    'means.net': { en: 'With GST, before credit notes.', es: 'Con GST, antes de notas de crédito.' },
  }),
});
