import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { poTranslations } from '../streams/purchase/po/translations.ts';
import { poLines, purchaseColumns, purchaseTexts, stageTexts } from './models/purchases.ts';

const own = purchaseColumns;

export const poReports = defineReport({
  name: 'poReports',
  route: '/reports/inventoryReports/poReports',
  model: poLines,
  columns: [
    own.madeOn,
    own.ref,
    own.supplier,
    own.product,
    own.packs,
    own.free,
    own.rate,
    own.value,
    own.received,
    own.pending,
    own.poStage,
    own.expectedOn,
    own.iPooId,
    { ...own.pendingValue, hidden: true },
    own.poId,
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'madeOn', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['ref', 'supplier', 'product'] },
  ],
  groups: ['supplier', 'stage', 'product', 'iPooId'],
  groupedBy: 'supplier',
  measures: [
    { name: 'orders', kind: 'distinct', of: 'ref' },
    { name: 'value', kind: 'sum', of: 'value' },
    { name: 'filled', kind: 'ratio', of: 'received', per: 'packs' },
    { name: 'pending', kind: 'sum', of: 'pendingValue' },
  ],
  chart: { kind: 'bar', by: 'supplier', of: 'value' },
  drill: [
    { need: 'Inventory/PoList:view', href: ({ poId }) => `/purchaseanddispatch/PoList?id=${String(poId)}` },
  ],
  sort: { column: 'madeOn', way: 'desc' },
  translations: reportTexts({
    ...purchaseTexts,
    ...stageTexts(poTranslations),
    title: { en: 'Purchase order report', es: 'Informe de pedidos de compra' },
    'measure.orders': { en: 'Orders', es: 'Pedidos' },
    'measure.value': { en: 'Value', es: 'Valor' },
    'measure.filled': { en: 'Received', es: 'Recibido' },
    'measure.pending': { en: 'Value pending', es: 'Valor pendiente' },
    'means.orders': { en: 'Orders created in the period.', es: 'Pedidos creados en el período.' },
    'means.value': {
      en: 'Value of the ordered packs with GST, whatever the status of the order.',
      es: 'Valor de los envases pedidos con GST, en cualquier estado del pedido.',
    },
    'means.filled': {
      en: 'Packs received, of all packs ordered.',
      es: 'Envases recibidos, del total de pedidos.',
    },
    'means.pending': {
      en: 'Value of packs that orders with the supplier still await.',
      es: 'Valor de los envases que aún se esperan de pedidos enviados.',
    },
  }),
});
