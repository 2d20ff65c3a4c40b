import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { dayTranslations } from '../streams/money/day/translations.ts';
import { dayEndColumns, dayEndReport, dayEndWords } from './models/day-ends.ts';
import { stageTexts } from './models/purchases.ts';

const own = dayEndColumns;

/** Submitted day ends compared with their counts, and unverified ones. */
export const accountDayEnd = defineReport({
  ...dayEndReport,
  name: 'accDayEndSubmission',
  route: '/reports/accDayEndSubmission',
  only: { column: 'stage', in: ['toCountersign', 'submitted', 'verified'] },
  columns: [
    ...[own.day, own.iPooId, own.stage, own.expected, own.counted, own.difference, own.reason],
    ...[own.cash, own.petty, own.refunds, own.toBank, own.carried, own.submittedAt, own.submittedBy],
    ...[own.verifiedAt, own.verifiedBy, own.reopens, own.balanced],
  ],
  measures: [
    { name: 'days', kind: 'count' },
    { name: 'difference', kind: 'sum', of: 'difference' },
    { name: 'balanced', kind: 'share', where: { column: 'balanced', in: ['yes'] } },
    { name: 'unverified', kind: 'count', where: { column: 'stage', in: ['toCountersign', 'submitted'] } },
  ],
  chart: { kind: 'bar', by: 'iPooId', of: 'difference' },
  translations: reportTexts({
    ...dayEndWords,
    ...stageTexts(dayTranslations),
    title: { en: 'Account day end submission', es: 'Cierres de día para contabilidad' },
    'measure.balanced': { en: 'Balanced', es: 'Cuadran' },
    'means.balanced': {
      en: 'Share of the day ends without a difference.',
      es: 'Parte de los cierres sin diferencia.',
    },
    'measure.unverified': { en: 'To verify', es: 'Por verificar' },
    'means.unverified': {
      en: 'Counted or submitted, and not verified yet.',
      es: 'Contados o enviados y aún sin verificar.',
    },
  }),
});
