import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { tpdColumns, tpdDrill, tpdMeasures, tpdPrescriptions, tpdWords } from './models/tpd-prescriptions.ts';

const own = tpdColumns;

/** The conversion of partners' prescriptions into orders and its speed, by partner. */
export const tpdOrderDashboard = defineReport({
  name: 'tpdOrderDashboard',
  route: '/reports/tpdOrderDashboard',
  model: tpdPrescriptions,
  columns: [
    ...[own.receivedAt, own.partner, own.ref, own.stage, own.rx, own.order, own.orderStage, own.orderValue],
    ...[own.deliveredAt, own.decideMinutes, own.inTime, own.reason, own.iPooId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'receivedAt', preset: 'last7', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'orderStage' },
    { kind: 'find', columns: ['partner', 'ref', 'rx', 'orderRef'] },
  ],
  groups: ['partner', 'stage', 'orderStage', 'iPooId'],
  groupedBy: 'partner',
  measures: [
    ...tpdMeasures,
    {
      name: 'ordered',
      kind: 'share',
      where: { column: 'orderStage', in: orderedStages() },
      among: { column: 'stage', in: ['verified'] },
    },
    {
      name: 'delivered',
      kind: 'count',
      where: { column: 'orderStage', in: ['delivered', 'closed'] },
    },
    { name: 'cancelled', kind: 'count', where: { column: 'orderStage', in: ['cancelled'] } },
    { name: 'value', kind: 'sum', of: 'orderValue' },
  ],
  chart: { kind: 'stack', by: 'receivedAt', split: 'partner' },
  drill: [...tpdDrill],
  sort: { column: 'receivedAt', way: 'desc' },
  translations: reportTexts({
    ...tpdWords,
    title: { en: 'TPD order dashboard', es: 'Panel de pedidos TPD' },
    'measure.ordered': { en: 'Ordered', es: 'Con pedido' },
    'means.ordered': {
      en: 'Share of the verified ones with an order that was not cancelled.',
      es: 'Parte de las verificadas con un pedido no anulado.',
    },
    'measure.delivered': { en: 'Delivered', es: 'Entregados' },
    'means.delivered': { en: 'Orders delivered to the customer.', es: 'Pedidos entregados al cliente.' },
    'measure.cancelled': { en: 'Cancelled', es: 'Anulados' },
    'means.cancelled': { en: 'Orders that were cancelled.', es: 'Pedidos anulados.' },
    'measure.value': { en: 'Order value', es: 'Valor de los pedidos' },
    'means.value': {
      en: 'Total of these orders, without cancelled units.',
      es: 'Importe de estos pedidos, sin las unidades anuladas.',
    },
  }),
});

function orderedStages(): readonly string[] {
  return own.orderStage.options.filter((stage) => stage !== 'none' && stage !== 'cancelled');
}
