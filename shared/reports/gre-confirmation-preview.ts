import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { greColumns, greLineCount, greLineReport, greLineWords } from './models/goods-receipts.ts';

const own = greColumns;

export const greConfirmationPreview = defineReport({
  ...greLineReport,
  name: 'greConfirmationPreview',
  route: '/reports/inventoryReports/greConfirmationPreview',
  columns: [
    own.begunAt,
    own.ref,
    own.product,
    own.batch,
    own.accepted,
    own.rejected,
    own.short,
    own.placed,
    own.rate,
    own.amount,
    own.qc,
    own.supplier,
    own.iPooId,
    own.stage,
    own.greId,
  ],
  measures: [
    greLineCount,
    { name: 'accepted', kind: 'sum', of: 'accepted' },
    { name: 'claimed', kind: 'count', where: { column: 'short', atLeast: 1 } },
    { name: 'amount', kind: 'sum', of: 'amount' },
  ],
  chart: { kind: 'bar', by: 'supplier', of: 'accepted' },
  translations: reportTexts({
    ...greLineWords,
    title: { en: 'GRE confirmation preview', es: 'Confirmación de la recepción' },
    'measure.accepted': { en: 'Units accepted', es: 'Unidades aceptadas' },
    'measure.claimed': { en: 'Lines to claim', es: 'Líneas por reclamar' },
    'measure.amount': { en: 'Amount', es: 'Importe' },
    'means.accepted': {
      en: 'Units that quality control accepted; they become stock when the receipt is confirmed.',
      es: 'Unidades aceptadas por control de calidad; pasan a existencias al confirmar.',
    },
    'means.claimed': {
      en: 'Lines with fewer units received than invoiced.',
      es: 'Líneas con menos unidades recibidas que facturadas.',
    },
  }),
});
