import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { orderTranslations } from '../streams/sales/order/translations.ts';
import { orderColumns, orderDrill, orderRows, orderWords } from './models/orders.ts';
import { stageTexts } from './models/purchases.ts';

const own = orderColumns;

/** The stages in which orders of apparel wait. */
export const apparelOrderStatus = defineReport({
  name: 'apparelOrderStatusDashboard',
  route: '/reports/apparelOrderStatusDashboard',
  model: orderRows,
  columns: [
    ...[own.movedAt, own.ref, own.customer, own.stage, own.value, own.units, own.payment, own.promised],
    ...[own.open, own.onTime, own.deliveredAt, own.madeAt, own.by, own.iPooId, own.source],
  ],
  scope: { place: 'iPooId' },
  only: { column: 'source', in: ['APPAREL'] },
  filters: [
    { kind: 'period', name: 'madeAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'open' },
    { kind: 'find', columns: ['ref', 'customer', 'by'] },
  ],
  groups: ['stage', 'by', 'payment', 'iPooId'],
  groupedBy: 'stage',
  measures: [
    { name: 'orders', kind: 'count' },
    { name: 'open', kind: 'count', where: { column: 'open', in: ['yes'] } },
    { name: 'value', kind: 'sum', of: 'value' },
    { name: 'openValue', kind: 'sum', of: 'value', where: { column: 'open', in: ['yes'] } },
  ],
  chart: { kind: 'bar', by: 'stage', of: 'value' },
  drill: orderDrill,
  sort: { column: 'movedAt', way: 'asc' },
  translations: reportTexts({
    ...orderWords,
    ...stageTexts(orderTranslations),
    title: { en: 'Apparel order status', es: 'Estado de pedidos de ropa' },
    'means.orders': {
      en: 'Apparel orders begun in the period.',
      es: 'Pedidos de ropa iniciados en el período.',
    },
    'measure.open': { en: 'Open', es: 'Abiertos' },
    'means.open': { en: 'Neither delivered nor cancelled.', es: 'Ni entregados ni anulados.' },
    'means.value': { en: 'With GST, cancelled units left out.', es: 'Con GST, sin unidades anuladas.' },
    'measure.openValue': { en: 'Open value', es: 'Valor abierto' },
    'means.openValue': { en: 'Value of the open orders.', es: 'Valor de los pedidos abiertos.' },
  }),
});
