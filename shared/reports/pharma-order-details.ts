import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { orderSources } from '../streams/sales/order/state.ts';
import { orderTranslations } from '../streams/sales/order/translations.ts';
import { orderColumns, orderDrill, orderRows, orderWords } from './models/orders.ts';
import { stageTexts } from './models/purchases.ts';

const own = orderColumns;

/** Every order of the pharmacy with all its times. */
export const pharmaOrderDetails = defineReport({
  name: 'pharmaOrderDetails',
  route: '/reports/pharmaOrderDetails',
  model: orderRows,
  columns: [
    ...[own.madeAt, own.ref, own.customer, own.source, own.stage, own.value, own.payment, own.promised],
    ...[own.submittedAt, own.confirmedAt, own.pickedAt, own.packedAt, own.invoicedAt, own.outAt],
    ...[own.deliveredAt, own.onTime, own.confirmMinutes, own.packMinutes, own.roadMinutes],
    ...[own.wholeMinutes, own.cancelledAt, own.lines, own.units, own.rxRef, own.by, own.iPooId, own.byId],
  ],
  scope: { place: 'iPooId' },
  only: { column: 'source', in: orderSources.filter((source) => source !== 'APPAREL') },
  filters: [
    { kind: 'period', name: 'madeAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'source' },
    { kind: 'choice', name: 'onTime' },
    { kind: 'find', columns: ['ref', 'customer', 'rxRef', 'by'] },
  ],
  groups: ['source', 'stage', 'by', 'payment', 'iPooId'],
  groupedBy: 'source',
  measures: [
    { name: 'orders', kind: 'count' },
    { name: 'value', kind: 'sum', of: 'value' },
    { name: 'pack', kind: 'median', of: 'packMinutes' },
    { name: 'whole', kind: 'median', of: 'wholeMinutes' },
    {
      name: 'onTime',
      kind: 'share',
      where: { column: 'onTime', in: ['yes'] },
      among: { column: 'onTime', in: ['yes', 'no'] },
    },
  ],
  chart: { kind: 'stack', by: 'madeAt', split: 'source' },
  drill: orderDrill,
  sort: { column: 'madeAt', way: 'desc' },
  translations: reportTexts({
    ...orderWords,
    ...stageTexts(orderTranslations),
    title: { en: 'Pharma order details', es: 'Detalle de pedidos de farmacia' },
    'means.orders': { en: 'Orders begun in the period.', es: 'Pedidos iniciados en el período.' },
    'means.value': {
      en: 'With GST, cancelled units left out.',
      es: 'Con GST, sin las unidades anuladas.',
    },
    'measure.pack': { en: 'Until packed', es: 'Hasta embalar' },
    'means.pack': {
      en: 'Median time from confirmed to packed.',
      es: 'Mediana de confirmado a embalado.',
    },
    'measure.whole': { en: 'Until delivered', es: 'Hasta entregar' },
    'means.whole': {
      en: 'Median time from submitted to delivered.',
      es: 'Mediana de enviado a entregado.',
    },
    'measure.onTime': { en: 'On time', es: 'A tiempo' },
    'means.onTime': {
      en: 'Share of the delivered orders that came before the end of their slot.',
      es: 'Parte de los pedidos entregados antes del fin de su franja.',
    },
  }),
});
