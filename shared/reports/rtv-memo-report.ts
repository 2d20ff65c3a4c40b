import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { rtvTranslations } from '../streams/purchase/rtv/translations.ts';
import { purchaseColumns, purchaseTexts, returnLines, stageTexts } from './models/purchases.ts';

const own = purchaseColumns;

export const rtvMemoReport = defineReport({
  name: 'rtvMemoReport',
  route: '/reports/inventoryReports/rtvMemoReport',
  model: returnLines,
  columns: [
    own.madeOn,
    own.ref,
    own.supplier,
    own.product,
    own.batch,
    own.expiry,
    own.reason,
    own.qty,
    own.staged,
    own.accepted,
    own.value,
    own.rtvStage,
    own.invoiceNo,
    own.iPooId,
    own.rtvId,
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'madeOn', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'reason' },
    { kind: 'find', columns: ['ref', 'supplier', 'product', 'batch', 'invoiceNo'] },
  ],
  groups: ['supplier', 'reason', 'stage', 'product', 'iPooId'],
  groupedBy: 'supplier',
  measures: [
    { name: 'memos', kind: 'distinct', of: 'ref' },
    { name: 'units', kind: 'sum', of: 'qty' },
    { name: 'value', kind: 'sum', of: 'value' },
    { name: 'accepted', kind: 'ratio', of: 'accepted', per: 'qty' },
  ],
  chart: { kind: 'bar', by: 'reason', of: 'value' },
  drill: [
    {
      need: 'Inventory/rtvProcess:view',
      href: ({ rtvId }) => `/purchaseanddispatch/rtvProcess?id=${String(rtvId)}`,
    },
  ],
  sort: { column: 'madeOn', way: 'desc' },
  translations: reportTexts({
    ...purchaseTexts,
    ...stageTexts(rtvTranslations),
    title: { en: 'RTV memo report', es: 'Informe de devoluciones a proveedores' },
    'reason.DAMAGED': { en: 'Damaged', es: 'Dañado' },
    'reason.EXPIRED': { en: 'Expired', es: 'Caducado' },
    'reason.NEAR_EXPIRY': { en: 'Near expiry', es: 'Próximo a caducar' },
    'reason.QC_REJECT': { en: 'Rejected by quality control', es: 'Rechazado en control de calidad' },
    'reason.EXCESS': { en: 'Excess', es: 'Exceso' },
    'reason.RECALL': { en: 'Recall', es: 'Retirada de lote' },
    'measure.memos': { en: 'Memos', es: 'Notas' },
    'measure.units': { en: 'Units', es: 'Unidades' },
    'measure.value': { en: 'Value', es: 'Valor' },
    'measure.accepted': { en: 'Accepted', es: 'Aceptado' },
    'means.memos': {
      en: 'Return memos created in the period, whatever their status.',
      es: 'Notas de devolución creadas en el período, en cualquier estado.',
    },
    'means.units': { en: 'Units on their lines.', es: 'Unidades de sus líneas.' },
    'means.value': { en: 'Their value at purchase, before GST.', es: 'Su valor de compra, antes de GST.' },
    'means.accepted': {
      en: 'Units that suppliers accepted, of all units on memos.',
      es: 'Unidades aceptadas por los proveedores, del total de las notas.',
    },
  }),
});
