import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { expenseColumns, expenseDrill, expenseRows, expenseWords } from './models/expenses.ts';

const own = expenseColumns;

export const differenceMeter = defineReport({
  name: 'differencemeterreport',
  route: '/reports/differencemeterreport',
  model: expenseRows,
  columns: [
    own.spentOn,
    own.ref,
    own.employee,
    own.iPooId,
    own.category,
    own.claimedM,
    own.tracedM,
    own.differenceM,
    own.trace,
    own.amount,
    own.effectPaise,
    own.receipts,
    own.stage,
    own.note,
    own.employeeId,
    own.approvalId,
  ],
  scope: { place: 'iPooId', own: 'employeeId' },
  only: { column: 'trace', in: ['within', 'above', 'none'] },
  filters: [
    { kind: 'period', name: 'spentOn', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'trace' },
    { kind: 'choice', name: 'category' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['ref', 'employee', 'note'] },
  ],
  groups: ['employee', 'trace', 'iPooId', 'category', 'stage'],
  groupedBy: 'employee',
  measures: [
    { name: 'claims', kind: 'count' },
    { name: 'claimed', kind: 'sum', of: 'claimedM' },
    { name: 'traced', kind: 'sum', of: 'tracedM' },
    { name: 'above', kind: 'count', where: { column: 'trace', in: ['above'] } },
    { name: 'untraced', kind: 'count', where: { column: 'trace', in: ['none'] } },
    { name: 'effect', kind: 'sum', of: 'effectPaise' },
  ],
  chart: { kind: 'stack', by: 'employee', split: 'trace' },
  drill: expenseDrill,
  sort: { column: 'spentOn', way: 'desc' },
  translations: reportTexts({
    ...expenseWords,
    title: { en: 'Difference meter report', es: 'Diferencias de kilometraje' },
    'measure.claims': { en: 'Claims with distance', es: 'Gastos con distancia' },
    'measure.claimed': { en: 'Claimed (m)', es: 'Declarado (m)' },
    'measure.traced': { en: 'Traced (m)', es: 'Recorrido (m)' },
    'measure.above': { en: 'Above trace', es: 'Por encima del recorrido' },
    'measure.untraced': { en: 'Without trace', es: 'Sin recorrido' },
    'measure.effect': { en: 'Cost of the excess', es: 'Coste del exceso' },
    'means.claims': {
      en: 'Submitted claims for an own vehicle, by the day of the ride.',
      es: 'Gastos enviados con vehículo propio, por el día del viaje.',
    },
    'means.claimed': { en: 'Total of the claimed metres.', es: 'Total de metros declarados.' },
    'means.traced': {
      en: 'Metres between the points of the traces of those days, where there is a trace.',
      es: 'Metros entre los puntos del recorrido de esos días, donde lo hay.',
    },
    'means.above': {
      en: 'Claims of more than 120 % of the traced distance.',
      es: 'Gastos de más del 120 % de la distancia recorrida.',
    },
    'means.untraced': { en: 'Claims for days without a trace.', es: 'Gastos de días sin recorrido.' },
    'means.effect': {
      en: 'The part of the claimed amount for the distance above the trace.',
      es: 'La parte del importe solicitado que corresponde a la distancia de más.',
    },
  }),
});
