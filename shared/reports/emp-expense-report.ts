import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { expenseColumns, expenseDrill, expenseRows, expenseWords } from './models/expenses.ts';

const own = expenseColumns;

export const empExpenseReport = defineReport({
  name: 'empExpenseReport',
  route: '/reports/empExpenseReport',
  model: expenseRows,
  columns: [
    own.spentOn,
    own.ref,
    own.employee,
    own.iPooId,
    own.category,
    own.claimedM,
    own.amount,
    own.receipts,
    own.trace,
    own.stage,
    own.submittedAt,
    own.approver,
    own.decidedAt,
    own.approved,
    own.paid,
    own.paidAt,
    own.payReference,
    own.note,
    { ...own.payMinutes, hidden: true },
    own.employeeId,
    own.approvalId,
  ],
  scope: { place: 'iPooId', own: 'employeeId' },
  filters: [
    { kind: 'period', name: 'spentOn', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'category' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['ref', 'employee', 'note', 'payReference', 'approver'] },
  ],
  groups: ['category', 'employee', 'stage', 'iPooId', 'approver', 'trace'],
  measures: [
    { name: 'claims', kind: 'count' },
    { name: 'claimed', kind: 'sum', of: 'amount' },
    { name: 'approved', kind: 'sum', of: 'approved' },
    { name: 'paid', kind: 'sum', of: 'paid' },
    { name: 'payTime', kind: 'median', of: 'payMinutes' },
  ],
  chart: { kind: 'bar', by: 'category', of: 'amount' },
  drill: expenseDrill,
  sort: { column: 'spentOn', way: 'desc' },
  translations: reportTexts({
    ...expenseWords,
    title: { en: 'Employee expense report', es: 'Informe de gastos de empleados' },
    'measure.claims': { en: 'Claims', es: 'Gastos' },
    'measure.claimed': { en: 'Claimed', es: 'Solicitado' },
    'measure.approved': { en: 'Approved', es: 'Aprobado' },
    'measure.paid': { en: 'Paid', es: 'Pagado' },
    'measure.payTime': { en: 'Median to payment', es: 'Mediana hasta el pago' },
    'means.claims': {
      en: 'Expenses submitted, by the day on which the money was spent. Drafts are left out.',
      es: 'Gastos enviados, por el día en que se gastó. Los borradores no cuentan.',
    },
    'means.claimed': {
      en: 'Total claimed, rejected claims included.',
      es: 'Total solicitado, incluido lo rechazado.',
    },
    'means.approved': {
      en: 'Total approved, paid or not.',
      es: 'Total aprobado, pagado o no.',
    },
    'means.paid': { en: 'Total paid out.', es: 'Total pagado.' },
    'means.payTime': {
      en: 'Half of the paid claims were paid sooner after they were submitted.',
      es: 'La mitad de los gastos pagados se pagó antes, desde su envío.',
    },
  }),
});
