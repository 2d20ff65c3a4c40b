import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { greColumns, greDrill, greWords, receiptRows } from './models/goods-receipts.ts';

const own = greColumns;

export const greReports = defineReport({
  name: 'greReports',
  route: '/reports/inventoryReports/greReports',
  model: receiptRows,
  columns: [
    own.begunAt,
    own.ref,
    own.gatePass,
    own.supplier,
    own.invoiceNo,
    own.invoiceDate,
    own.iPooId,
    own.lines,
    own.invoiced,
    own.received,
    own.free,
    own.accepted,
    own.rejected,
    own.taxable,
    own.gst,
    own.total,
    own.exceptions,
    own.stage,
    own.confirmedAt,
    own.shelfMinutes,
    own.inspected,
    { ...own.orders, hidden: true },
    own.greId,
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'begunAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['ref', 'supplier', 'invoiceNo', 'gatePass'] },
  ],
  groups: ['supplier', 'stage', 'iPooId'],
  groupedBy: 'supplier',
  measures: [
    { name: 'receipts', kind: 'count' },
    { name: 'acceptance', kind: 'ratio', of: 'accepted', per: 'inspected' },
    { name: 'value', kind: 'sum', of: 'total' },
    { name: 'excepted', kind: 'count', where: { column: 'exceptions', atLeast: 1 } },
    { name: 'shelf', kind: 'median', of: 'shelfMinutes' },
  ],
  chart: { kind: 'bar', by: 'supplier', of: 'total' },
  drill: greDrill,
  sort: { column: 'begunAt', way: 'desc' },
  translations: reportTexts({
    ...greWords,
    title: { en: 'GRE report', es: 'Informe de recepciones (GRE)' },
    'measure.receipts': { en: 'Receipts', es: 'Recepciones' },
    'measure.acceptance': { en: 'Accepted', es: 'Aceptado' },
    'measure.value': { en: 'Value', es: 'Valor' },
    'measure.excepted': { en: 'With exceptions', es: 'Con excepciones' },
    'measure.shelf': { en: 'Median until on shelf', es: 'Mediana hasta el estante' },
    'means.receipts': {
      en: 'Goods receipts begun in the period, whatever their status.',
      es: 'Recepciones iniciadas en el período, en cualquier estado.',
    },
    'means.acceptance': {
      en: 'Units accepted by quality control, of all units it inspected.',
      es: 'Unidades aceptadas por control de calidad, de las inspeccionadas.',
    },
    'means.value': {
      en: 'Sum of the invoices as entered, with GST.',
      es: 'Suma de las facturas registradas, con GST.',
    },
    'means.excepted': {
      en: 'Receipts that differ from order or invoice by more than they may.',
      es: 'Recepciones que difieren del pedido o la factura más de lo permitido.',
    },
    'means.shelf': {
      en: 'Half of the closed receipts took less time from their beginning until everything was on its shelf.',
      es: 'La mitad de las recepciones cerradas tardó menos desde el inicio hasta quedar en el estante.',
    },
  }),
});
