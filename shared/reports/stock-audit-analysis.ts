import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { countTranslations } from '../streams/stock/count/translations.ts';
import { countColumns, countSessions } from './models/count-sessions.ts';
import { stageTexts } from './models/purchases.ts';

const own = countColumns;

/** The accuracy of stock, and its shrinkage by place. */
export const stockAuditAnalysis = defineReport({
  name: 'stockAuditAnalysis',
  route: '/reports/stockAuditAnalysis',
  model: countSessions,
  columns: [
    ...[own.madeAt, own.ref, own.stage, own.tray, own.lines, own.compared, own.matched, own.differing],
    ...[own.excess, own.short, own.net, own.rounds, own.counters, own.by, own.submittedAt, own.iPooId],
  ],
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'madeAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['ref', 'tray', 'by'] },
  ],
  groups: ['iPooId', 'stage', 'tray', 'by'],
  groupedBy: 'iPooId',
  measures: [
    { name: 'counts', kind: 'count' },
    { name: 'accuracy', kind: 'ratio', of: 'matched', per: 'compared' },
    { name: 'excess', kind: 'sum', of: 'excess' },
    { name: 'short', kind: 'sum', of: 'short' },
    { name: 'net', kind: 'sum', of: 'net' },
  ],
  chart: { kind: 'bar', by: 'iPooId', of: 'short' },
  drill: [
    {
      need: 'Inventory/stockAdjustmentScanList:view',
      href: ({ id }) => `/purchaseanddispatch/stockAdjustmentScanList?id=${id}`,
    },
  ],
  sort: { column: 'madeAt', way: 'desc' },
  translations: reportTexts({
    ...stageTexts(countTranslations),
    title: { en: 'Stock audit analysis', es: 'Análisis de recuentos' },
    'column.madeAt': { en: 'Begun', es: 'Iniciado' },
    'column.ref': { en: 'Count', es: 'Recuento' },
    'column.stage': { en: 'Status', es: 'Estado' },
    'column.tray': { en: 'Tray', es: 'Bandeja' },
    'column.lines': { en: 'Lines', es: 'Líneas' },
    'column.compared': { en: 'Compared', es: 'Comparadas' },
    'column.matched': { en: 'Agree', es: 'Coinciden' },
    'column.differing': { en: 'Differ', es: 'Difieren' },
    'column.excess': { en: 'Surplus', es: 'Sobrante' },
    'column.short': { en: 'Shortage', es: 'Faltante' },
    'column.net': { en: 'Net', es: 'Neto' },
    'column.rounds': { en: 'Rounds', es: 'Rondas' },
    'column.counters': { en: 'Counted by', es: 'Contado por' },
    'column.by': { en: 'Begun by', es: 'Iniciado por' },
    'column.submittedAt': { en: 'Submitted', es: 'Enviado' },
    'measure.counts': { en: 'Counts', es: 'Recuentos' },
    'means.counts': { en: 'Counts begun in the period.', es: 'Recuentos iniciados en el período.' },
    'measure.accuracy': { en: 'Accuracy', es: 'Exactitud' },
    'means.accuracy': {
      en: 'Share of the compared lines in which the count agrees with the books.',
      es: 'Parte de las líneas comparadas en las que el recuento coincide.',
    },
    'measure.excess': { en: 'Surplus', es: 'Sobrante' },
    'means.excess': { en: 'Surplus units, at cost.', es: 'Unidades sobrantes, a coste.' },
    'measure.short': { en: 'Shortage', es: 'Faltante' },
    'means.short': { en: 'Units missing, at cost.', es: 'Unidades faltantes, a coste.' },
    'measure.net': { en: 'Net', es: 'Neto' },
    'means.net': { en: 'Surplus less shortage.', es: 'Sobrantes menos faltantes.' },
  }),
});
