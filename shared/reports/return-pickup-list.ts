import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { returnTranslations } from '../streams/sales/return/translations.ts';
import { stageTexts } from './models/purchases.ts';
import { returnColumns, returnDrill, returnRows, returnWords } from './models/returns.ts';

const own = returnColumns;

/** Pickups from customers, with their time and person. */
export const returnPickupList = defineReport({
  name: 'returnPickupList',
  route: '/reports/normalReports/returnPickupList',
  model: returnRows,
  columns: [
    ...[own.madeAt, own.ref, own.customer, own.pincode, own.visitOn, own.agent, own.tries, own.stage],
    ...[own.lines, own.units, own.value, own.reason, own.dcNumber, own.pickup, own.approvedAt],
    ...[own.pickedAt, own.iPooId, own.returnId],
  ],
  scope: { place: 'iPooId' },
  only: { column: 'pickup', in: ['yes'] },
  filters: [
    { kind: 'period', name: 'madeAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'choice', name: 'reason' },
    { kind: 'find', columns: ['ref', 'customer', 'pincode', 'agent', 'dcNumber'] },
  ],
  groups: ['stage', 'agent', 'pincode', 'reason', 'iPooId'],
  groupedBy: 'stage',
  measures: [
    { name: 'returns', kind: 'count' },
    { name: 'value', kind: 'sum', of: 'value' },
    { name: 'again', kind: 'count', where: { column: 'tries', atLeast: 1 } },
  ],
  chart: { kind: 'bar', by: 'agent' },
  drill: returnDrill,
  sort: { column: 'madeAt', way: 'desc' },
  translations: reportTexts({
    ...returnWords,
    ...stageTexts(returnTranslations),
    ...stageTexts(returnTranslations, 'reason.'),
    title: { en: 'Return pickup list', es: 'Recogidas de devoluciones' },
    'measure.returns': { en: 'Returns', es: 'Devoluciones' },
    'means.returns': {
      en: 'Returns of the period with a pickup.',
      es: 'Devoluciones del período con recogida a domicilio.',
    },
    'measure.value': { en: 'Refund', es: 'Reembolso' },
    'means.value': { en: 'What was paid for the goods.', es: 'Lo que se pagó por la mercancía.' },
    'measure.again': { en: 'Failed attempts', es: 'Con intentos fallidos' },
    'means.again': { en: 'Nobody was there at least once.', es: 'Al menos una vez no había nadie.' },
  }),
});
