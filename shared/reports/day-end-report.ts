import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { dayTranslations } from '../streams/money/day/translations.ts';
import { dayEndColumns, dayEndReport, dayEndWords } from './models/day-ends.ts';
import { stageTexts } from './models/purchases.ts';

const own = dayEndColumns;

/** The day ends of every place, and their results. */
export const dayEndOfPlaces = defineReport({
  ...dayEndReport,
  name: 'dayendreport',
  route: '/reports/dayendreport',
  columns: [
    ...[own.day, own.iPooId, own.stage, own.openedAt, own.submittedAt, own.submittedBy, own.receipts],
    ...[own.cash, own.upi, own.card, own.link, own.collected, own.petty, own.refunds, own.toBank],
    ...[own.difference, own.reason, own.verifiedAt, own.verifiedBy, own.reopens, own.missed],
  ],
  measures: [
    { name: 'days', kind: 'count' },
    { name: 'closed', kind: 'share', where: { column: 'stage', in: ['submitted', 'verified'] } },
    { name: 'missed', kind: 'count', where: { column: 'missed', in: ['yes'] } },
    { name: 'collected', kind: 'sum', of: 'collected' },
    { name: 'difference', kind: 'sum', of: 'difference' },
  ],
  chart: { kind: 'line', by: 'day', of: 'collected' },
  translations: reportTexts({
    ...dayEndWords,
    ...stageTexts(dayTranslations),
    title: { en: 'Day end report', es: 'Informe de cierre del día' },
    'measure.closed': { en: 'Closed', es: 'Cerrados' },
    'means.closed': { en: 'Share of the days that were submitted.', es: 'Parte de los días enviados.' },
    'measure.missed': { en: 'Missed', es: 'Omitidos' },
    'means.missed': {
      en: 'Days that were not closed in time.',
      es: 'Días que no se cerraron a tiempo.',
    },
  }),
});
