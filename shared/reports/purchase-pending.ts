import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { poTranslations } from '../streams/purchase/po/translations.ts';
import { poLines, purchaseColumns, purchaseTexts, stageTexts } from './models/purchases.ts';

const own = purchaseColumns;

export const purchasePending = defineReport({
  name: 'purchasePending',
  route: '/reports/inventoryReports/purchasePending',
  model: poLines,
  only: { column: 'pending', atLeast: 1 },
  columns: [
    own.expectedOn,
    own.ref,
    own.supplier,
    own.product,
    own.packs,
    own.received,
    own.pending,
    own.pendingValue,
    own.poStage,
    own.madeOn,
    own.iPooId,
    own.poId,
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['ref', 'supplier', 'product'] },
  ],
  groups: ['supplier', 'product', 'iPooId', 'stage'],
  groupedBy: 'supplier',
  measures: [
    { name: 'orders', kind: 'distinct', of: 'ref' },
    { name: 'packs', kind: 'sum', of: 'pending' },
    { name: 'pending', kind: 'sum', of: 'pendingValue' },
  ],
  chart: { kind: 'bar', by: 'supplier', of: 'pendingValue' },
  drill: [
    { need: 'Inventory/PoList:view', href: ({ poId }) => `/purchaseanddispatch/PoList?id=${String(poId)}` },
  ],
  sort: { column: 'expectedOn', way: 'asc' },
  translations: reportTexts({
    ...purchaseTexts,
    ...stageTexts(poTranslations),
    title: { en: 'Purchases pending', es: 'Compras pendientes' },
    'measure.orders': { en: 'Orders', es: 'Pedidos' },
    'measure.packs': { en: 'Packs pending', es: 'Envases pendientes' },
    'measure.pending': { en: 'Value pending', es: 'Valor pendiente' },
    'means.orders': {
      en: 'Orders with at least one line that still awaits goods.',
      es: 'Pedidos con al menos una línea que aún espera mercancía.',
    },
    'means.packs': {
      en: 'Packs that sent orders still await; free packs are not counted.',
      es: 'Envases que aún se esperan; los gratuitos no cuentan.',
    },
    'means.pending': { en: 'Their value with GST.', es: 'Su valor con GST.' },
  }),
});
