import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { adjustmentTranslations } from '../streams/stock/adjustment/translations.ts';
import { stageTexts } from './models/purchases.ts';
import { adjustmentColumns, stockAdjustments } from './models/stock-adjustments.ts';

const own = adjustmentColumns;

/** Stock adjustments, with their author and approver. */
export const stockAdjustReport = defineReport({
  name: 'stockAdjustReport',
  route: '/reports/normalReports/stockAdjustReport',
  model: stockAdjustments,
  columns: [
    ...[own.madeAt, own.ref, own.stage, own.product, own.batch, own.before, own.counted, own.change],
    ...[own.gain, own.loss, own.net, own.reason, own.by, own.decidedBy, own.decidedAt, own.source],
    ...[own.photos, own.itc, own.direction, own.label, own.expiry, own.iPooId, own.adjustmentId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'madeAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'direction' },
    { kind: 'find', columns: ['ref', 'product', 'batch', 'label', 'reason', 'by'] },
  ],
  groups: ['reason', 'product', 'by', 'stage', 'iPooId'],
  groupedBy: 'reason',
  measures: [
    { name: 'gain', kind: 'sum', of: 'gain', where: { column: 'stage', in: ['posted'] } },
    { name: 'loss', kind: 'sum', of: 'loss', where: { column: 'stage', in: ['posted'] } },
    { name: 'net', kind: 'sum', of: 'net', where: { column: 'stage', in: ['posted'] } },
    { name: 'waiting', kind: 'distinct', of: 'ref', where: { column: 'stage', in: ['submitted'] } },
  ],
  chart: { kind: 'bar', by: 'reason', of: 'loss' },
  drill: [
    {
      need: 'Inventory/egstockadjustmentlist:view',
      href: ({ adjustmentId }) => `/purchaseanddispatch/egstockadjustmentlist?id=${String(adjustmentId)}`,
    },
  ],
  sort: { column: 'madeAt', way: 'desc' },
  translations: reportTexts({
    ...stageTexts(adjustmentTranslations),
    title: { en: 'Stock adjust report', es: 'Informe de ajustes de existencias' },
    'column.madeAt': { en: 'Created', es: 'Creado' },
    'column.ref': { en: 'Adjustment', es: 'Ajuste' },
    'column.adjustmentId': { en: 'Adjustment id', es: 'Id. del ajuste' },
    'column.stage': { en: 'Status', es: 'Estado' },
    'column.product': { en: 'Product', es: 'Producto' },
    'column.label': { en: 'Barcode', es: 'Código de barras' },
    'column.batch': { en: 'Batch', es: 'Lote' },
    'column.expiry': { en: 'Expiry', es: 'Caducidad' },
    'column.before': { en: 'Before', es: 'Antes' },
    'column.counted': { en: 'Counted', es: 'Contado' },
    'column.change': { en: 'Change', es: 'Cambio' },
    'column.direction': { en: 'Direction', es: 'Sentido' },
    'direction.gain': { en: 'Surplus', es: 'Sobrante' },
    'direction.loss': { en: 'Shortage', es: 'Faltante' },
    'column.gain': { en: 'Gain', es: 'Ganancia' },
    'column.loss': { en: 'Loss', es: 'Pérdida' },
    'column.net': { en: 'Net', es: 'Neto' },
    'column.reason': { en: 'Reason', es: 'Motivo' },
    'column.source': { en: 'Found by count', es: 'Hallado en recuento' },
    'column.photos': { en: 'Photos', es: 'Fotos' },
    'column.itc': { en: 'Tax reversed', es: 'Impuesto revertido' },
    'itc.yes': { en: 'Yes', es: 'Sí' },
    'itc.no': { en: 'No', es: 'No' },
    'column.by': { en: 'Created by', es: 'Creado por' },
    'column.decidedBy': { en: 'Decided by', es: 'Decidido por' },
    'column.decidedAt': { en: 'Decided', es: 'Decidido' },
    'measure.gain': { en: 'Gain', es: 'Ganancia' },
    'means.gain': {
      en: 'Surplus units in posted adjustments, at cost.',
      es: 'Unidades sobrantes en ajustes registrados, a coste.',
    },
    'measure.loss': { en: 'Loss', es: 'Pérdida' },
    'means.loss': {
      en: 'Units missing in posted adjustments, at cost.',
      es: 'Unidades faltantes en ajustes registrados, a coste.',
    },
    'measure.net': { en: 'Net', es: 'Neto' },
    'means.net': { en: 'Gain less loss.', es: 'Ganancia menos pérdida.' },
    'measure.waiting': { en: 'To approve', es: 'Por aprobar' },
    'means.waiting': {
      en: 'Adjustments created in the period and not decided yet.',
      es: 'Ajustes creados en el período y aún sin decidir.',
    },
  }),
});
