import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { greColumns, greLineCount, greLineReport, greLineWords } from './models/goods-receipts.ts';

const own = greColumns;

export const qcPreview = defineReport({
  ...greLineReport,
  name: 'qcPreview',
  route: '/reports/inventoryReports/qcPreview',
  columns: [
    own.begunAt,
    own.ref,
    own.product,
    own.batch,
    own.expiry,
    own.received,
    own.inspectedQty,
    own.accepted,
    own.rejected,
    own.rejectReason,
    own.temperature,
    own.qc,
    own.supplier,
    own.iPooId,
    own.stage,
    own.greId,
  ],
  measures: [
    greLineCount,
    { name: 'accepted', kind: 'ratio', of: 'accepted', per: 'inspectedQty' },
    { name: 'pending', kind: 'count', where: { column: 'qc', in: ['pending'] } },
  ],
  chart: { kind: 'bar', by: 'qc' },
  translations: reportTexts({
    ...greLineWords,
    title: { en: 'QC preview', es: 'Vista previa del control de calidad' },
    'measure.accepted': { en: 'Accepted', es: 'Aceptado' },
    'measure.pending': { en: 'Not inspected', es: 'Sin inspeccionar' },
    'means.accepted': {
      en: 'Units accepted, of all units inspected.',
      es: 'Unidades aceptadas, de las inspeccionadas.',
    },
    'means.pending': {
      en: 'Lines that quality control has not inspected yet.',
      es: 'Líneas que control de calidad aún no ha inspeccionado.',
    },
  }),
});
