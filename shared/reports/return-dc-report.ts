import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { returnTranslations } from '../streams/sales/return/translations.ts';
import { stageTexts } from './models/purchases.ts';
import { returnColumns, returnDrill, returnLineRows, returnWords } from './models/returns.ts';

const own = returnColumns;

/** Customers' returns, their reasons and outcomes. */
export const returnDcReport = defineReport({
  name: 'returnDcReport',
  route: '/reports/inventoryReports/returnDcReport',
  model: returnLineRows,
  columns: [
    ...[own.askedAt, own.ref, own.dcNumber, own.customer, own.product, own.batch, own.units, own.received],
    ...[own.restocked, own.damaged, own.reason, own.stage, own.value, own.creditNote, own.cycleMinutes],
    ...[own.pickedAt, own.receivedAt, own.inspectedAt, own.sold, own.iPooId, own.returnId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'askedAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'reason' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['ref', 'dcNumber', 'customer', 'product', 'batch'] },
  ],
  groups: ['reason', 'product', 'stage', 'customer', 'iPooId'],
  groupedBy: 'reason',
  measures: [
    { name: 'units', kind: 'sum', of: 'units' },
    { name: 'value', kind: 'sum', of: 'value' },
    { name: 'restocked', kind: 'ratio', of: 'restocked', per: 'received' },
    { name: 'cycle', kind: 'median', of: 'cycleMinutes' },
  ],
  chart: { kind: 'bar', by: 'reason', of: 'value' },
  drill: returnDrill,
  sort: { column: 'askedAt', way: 'desc' },
  translations: reportTexts({
    ...returnWords,
    ...stageTexts(returnTranslations),
    ...stageTexts(returnTranslations, 'reason.'),
    title: { en: 'Return DC report', es: 'Informe de devoluciones' },
    'measure.units': { en: 'Units', es: 'Unidades' },
    'means.units': {
      en: 'Units of returns requested in the period.',
      es: 'Unidades de devoluciones solicitadas en el período.',
    },
    'measure.value': { en: 'Value', es: 'Valor' },
    'means.value': { en: 'What was paid for them.', es: 'Lo que se pagó por ellas.' },
    'measure.restocked': { en: 'Restocked', es: 'Repuestas' },
    'means.restocked': {
      en: 'Back on the shelf, of all that were received.',
      es: 'De vuelta al estante, del total recibido.',
    },
    'measure.cycle': { en: 'Requested to credited', es: 'De solicitada a abonada' },
    'means.cycle': {
      en: 'Half of the returns took less time.',
      es: 'La mitad de las devoluciones tardó menos.',
    },
  }),
});
