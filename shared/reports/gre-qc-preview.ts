import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { greColumns, greLineCount, greLineReport, greLineWords } from './models/goods-receipts.ts';

const own = greColumns;

export const greQcPreview = defineReport({
  ...greLineReport,
  name: 'greQcPreview',
  route: '/reports/inventoryReports/greQcPreview',
  columns: [
    own.begunAt,
    own.ref,
    own.product,
    own.batch,
    own.received,
    own.inspectedQty,
    own.accepted,
    own.rejected,
    own.difference,
    own.qc,
    own.rejectReason,
    own.supplier,
    own.iPooId,
    own.stage,
    own.greId,
  ],
  measures: [
    greLineCount,
    { name: 'difference', kind: 'sum', of: 'difference' },
    { name: 'pending', kind: 'count', where: { column: 'qc', in: ['pending'] } },
  ],
  chart: { kind: 'bar', by: 'qc' },
  translations: reportTexts({
    ...greLineWords,
    title: { en: 'GRE QC preview', es: 'Recepción y control de calidad' },
    'measure.difference': { en: 'Difference', es: 'Diferencia' },
    'measure.pending': { en: 'Not inspected', es: 'Sin inspeccionar' },
    'means.difference': {
      en: 'Units received less units accepted and rejected, of inspected lines. It should be 0.',
      es: 'Unidades recibidas menos aceptadas y rechazadas, en líneas inspeccionadas. Debe ser 0.',
    },
    'means.pending': {
      en: 'Lines that quality control has not inspected yet.',
      es: 'Líneas que control de calidad aún no ha inspeccionado.',
    },
  }),
});
