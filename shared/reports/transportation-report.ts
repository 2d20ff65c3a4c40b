import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { expenseColumns, expenseDrill, expenseRows, expenseWords } from './models/expenses.ts';

const own = expenseColumns;

/** Travel costs, and claimed kilometres compared with the trace of the day. */
export const transportationReport = defineReport({
  name: 'transportationReport',
  route: '/reports/transportationReport',
  model: expenseRows,
  only: { column: 'category', in: ['twoWheeler', 'car', 'publicTransport'] },
  columns: [
    ...[own.spentOn, own.ref, own.employee, own.iPooId, own.category, own.claimedM, own.tracedM],
    ...[own.differenceM, own.trace, own.effectPaise, own.amount, own.approved, own.paid, own.stage],
    ...[own.submittedAt, own.approver, own.decidedAt, own.note, own.employeeId, own.approvalId],
  ],
  scope: { place: 'iPooId', own: 'employeeId' },
  filters: [
    { kind: 'period', name: 'spentOn', preset: 'thisMonth', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'category' },
    { kind: 'choice', name: 'trace' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['ref', 'employee', 'note', 'approver'] },
  ],
  groups: ['employee', 'category', 'trace', 'stage', 'iPooId'],
  groupedBy: 'employee',
  measures: [
    { name: 'trips', kind: 'count' },
    { name: 'amount', kind: 'sum', of: 'amount' },
    { name: 'approved', kind: 'sum', of: 'approved' },
    {
      name: 'above',
      kind: 'share',
      where: { column: 'trace', in: ['above'] },
      among: { column: 'trace', in: ['within', 'above'] },
    },
    { name: 'effect', kind: 'sum', of: 'effectPaise', where: { column: 'trace', in: ['above'] } },
  ],
  chart: { kind: 'bar', by: 'employee', of: 'amount' },
  drill: expenseDrill,
  sort: { column: 'spentOn', way: 'desc' },
  translations: reportTexts({
    ...expenseWords,
    title: { en: 'Transportation report', es: 'Informe de transporte' },
    'measure.trips': { en: 'Claims', es: 'Gastos' },
    'means.trips': {
      en: 'Claims for travel submitted, by the day of the travel.',
      es: 'Gastos de viaje enviados, por el día del viaje.',
    },
    'measure.amount': { en: 'Claimed', es: 'Solicitado' },
    'means.amount': {
      en: 'Total claimed, rejected claims included.',
      es: 'Total solicitado, incluido lo rechazado.',
    },
    'measure.approved': { en: 'Approved', es: 'Aprobado' },
    'means.approved': {
      en: 'Total approved, paid or not.',
      es: 'Total aprobado, pagado o no.',
    },
    'measure.above': { en: 'Above the trace', es: 'Por encima del recorrido' },
    'means.above': {
      en: 'Of the claims with a trace, those with more kilometres than it allows.',
      es: 'De los gastos con recorrido, los que superan los kilómetros permitidos.',
    },
    'measure.effect': { en: 'Cost of the excess', es: 'Coste del exceso' },
    'means.effect': {
      en: 'Cost of the kilometres beyond the trace.',
      es: 'Coste de los kilómetros que exceden el recorrido.',
    },
  }),
});
