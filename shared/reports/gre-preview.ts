import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { greColumns, greLineCount, greLineReport, greLineWords } from './models/goods-receipts.ts';

const own = greColumns;

export const grePreview = defineReport({
  ...greLineReport,
  name: 'grePreview',
  route: '/reports/inventoryReports/grePreview',
  columns: [
    own.begunAt,
    own.ref,
    own.product,
    own.batch,
    own.mfg,
    own.expiry,
    own.mrp,
    own.invoiced,
    own.received,
    own.free,
    own.rate,
    own.amount,
    own.short,
    own.checks,
    own.gatePass,
    own.invoiceNo,
    own.invoiceDate,
    own.supplier,
    own.iPooId,
    own.stage,
    own.greId,
  ],
  measures: [
    greLineCount,
    { name: 'amount', kind: 'sum', of: 'amount' },
    { name: 'shortUnits', kind: 'count', where: { column: 'short', atLeast: 1 } },
  ],
  chart: { kind: 'bar', by: 'supplier', of: 'amount' },
  translations: reportTexts({
    ...greLineWords,
    title: { en: 'GRE preview', es: 'Vista previa de la recepción' },
    'measure.amount': { en: 'Amount', es: 'Importe' },
    'measure.shortUnits': { en: 'Short lines', es: 'Líneas con faltas' },
    'means.shortUnits': {
      en: 'Lines with fewer units received than invoiced.',
      es: 'Líneas con menos unidades recibidas que facturadas.',
    },
  }),
});
