import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { expenseCategories, expenseLimits } from '../../streams/people/expense/limits.ts';
import { expenseStages } from '../../streams/people/expense/stages.ts';
import { evolveExpense, noExpense, type ExpenseState } from '../../streams/people/expense/state.ts';
import { minutesBetween } from './spans.ts';

const overTrace = ({ km, traceKm }: ExpenseState): number | null =>
  km === null || traceKm === null ? null : Math.round((km - traceKm) * 1000);

function traceState(state: ExpenseState): 'within' | 'above' | 'none' | null {
  if (state.km === null) return null;
  if (state.traceKm === null) return 'none';
  return state.km > state.traceKm * expenseLimits.kmTolerance ? 'above' : 'within';
}

/** One row per expense except drafts. Distances are in metres. */
export const expenseRows = {
  name: 'expenses',
  version: 1,
  streams: ['expense'],
  subject: ({ stream }) => (streamName(stream) === 'expense' ? streamKey(stream) : null),
  fold: (before, event, id) =>
    evolveExpense(before ?? noExpense(id), event as Parameters<typeof evolveExpense>[1]),
  rows: (state, id) => {
    if (state.stage === null || state.stage === 'draft') return [];
    const km = state.km === null ? null : Math.round(state.km * 1000);
    return [
      {
        id,
        ref: state.ref,
        spentOn: state.spentOn,
        employeeId: state.by.empId,
        employee: state.by.name,
        iPooId: state.iPooId,
        category: state.category,
        stage: state.stage,
        claimedM: km,
        tracedM: state.traceKm === null ? null : Math.round(state.traceKm * 1000),
        differenceM: overTrace(state),
        trace: traceState(state),
        effectPaise:
          state.km === null || state.traceKm === null || state.km <= 0
            ? null
            : Math.max(0, Math.round((state.paise * (state.km - state.traceKm)) / state.km)),
        amount: state.paise,
        approved: state.approvedPaise,
        paid: state.stage === 'paid' ? state.approvedPaise : null,
        receipts: state.receipts.length,
        note: state.note,
        submittedAt: state.submittedAt,
        decidedAt: state.decidedAt,
        paidAt: state.paidAt,
        payMinutes: minutesBetween(state.submittedAt, state.paidAt),
        payReference: state.payReference,
        approvalId: state.approvalId,
      },
    ];
  },
} satisfies ReportModel<ExpenseState>;

export const expenseColumns = {
  ref: { name: 'ref', kind: 'id', width: 110 },
  spentOn: { name: 'spentOn', kind: 'date', width: 110 },
  employeeId: { name: 'employeeId', kind: 'number', width: 100, hidden: true },
  employee: { name: 'employee', kind: 'text', width: 150 },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  category: { name: 'category', kind: 'choice', width: 140, options: expenseCategories },
  stage: {
    name: 'stage',
    kind: 'choice',
    width: 110,
    options: expenseStages.filter((stage) => stage !== 'draft'),
  },
  claimedM: { name: 'claimedM', kind: 'number', width: 120, total: 'sum' },
  tracedM: { name: 'tracedM', kind: 'number', width: 120, total: 'sum' },
  differenceM: { name: 'differenceM', kind: 'number', width: 120, total: 'sum' },
  trace: {
    name: 'trace',
    kind: 'choice',
    width: 130,
    options: ['within', 'above', 'none'],
    tones: { above: 'danger', none: 'warn' },
  },
  effectPaise: { name: 'effectPaise', kind: 'money', width: 120, total: 'sum' },
  amount: { name: 'amount', kind: 'money', width: 120, total: 'sum' },
  approved: { name: 'approved', kind: 'money', width: 120, total: 'sum' },
  paid: { name: 'paid', kind: 'money', width: 120, total: 'sum' },
  receipts: { name: 'receipts', kind: 'number', width: 90, total: 'sum' },
  note: { name: 'note', kind: 'text', width: 220 },
  submittedAt: { name: 'submittedAt', kind: 'datetime', width: 140 },
  approver: { name: 'approver', kind: 'text', author: true, width: 150, joined: true },
  decidedAt: { name: 'decidedAt', kind: 'datetime', width: 140 },
  paidAt: { name: 'paidAt', kind: 'datetime', width: 140 },
  payMinutes: { name: 'payMinutes', kind: 'minutes', width: 110, total: 'average' },
  payReference: { name: 'payReference', kind: 'id', width: 130 },
  approvalId: { name: 'approvalId', kind: 'number', width: 100, hidden: true },
} as const satisfies Readonly<Record<string, ReportColumn>>;

export const expenseDrill = [
  {
    need: 'approvals/empExpenseApproval:view',
    href: ({ approvalId }: { readonly [name: string]: string | number | null }) =>
      approvalId === null || approvalId === undefined ? null : `/approvals?id=${String(approvalId)}`,
  },
] as const;

export const expenseWords = {
  'column.ref': { en: 'Claim', es: 'Gasto' },
  'column.spentOn': { en: 'Day', es: 'Día' },
  'column.employeeId': { en: 'Employee no.', es: 'N.º de empleado' },
  'column.employee': { en: 'Employee', es: 'Empleado' },
  'column.category': { en: 'Category', es: 'Categoría' },
  'column.stage': { en: 'Status', es: 'Estado' },
  'column.claimedM': { en: 'Claimed (m)', es: 'Declarado (m)' },
  'column.tracedM': { en: 'Traced (m)', es: 'Recorrido (m)' },
  'column.differenceM': { en: 'Difference (m)', es: 'Diferencia (m)' },
  'column.trace': { en: 'Against trace', es: 'Frente al recorrido' },
  'column.effectPaise': { en: 'Cost of the excess', es: 'Coste del exceso' },
  'column.amount': { en: 'Claimed', es: 'Solicitado' },
  'column.approved': { en: 'Approved', es: 'Aprobado' },
  'column.paid': { en: 'Paid', es: 'Pagado' },
  'column.receipts': { en: 'Receipts', es: 'Recibos' },
  'column.note': { en: 'Note', es: 'Nota' },
  'column.submittedAt': { en: 'Submitted', es: 'Enviado' },
  'column.approver': { en: 'Decided by', es: 'Decidido por' },
  'column.decidedAt': { en: 'Decided', es: 'Decidido' },
  'column.paidAt': { en: 'Paid on', es: 'Pagado el' },
  'column.payMinutes': { en: 'Time to payment', es: 'Tiempo hasta el pago' },
  'column.payReference': { en: 'Payment reference', es: 'Referencia de pago' },
  'column.approvalId': { en: 'Approval no.', es: 'N.º de aprobación' },
  'category.twoWheeler': { en: 'Two-wheeler', es: 'Moto' },
  'category.car': { en: 'Car', es: 'Automóvil' },
  'category.publicTransport': { en: 'Public transport', es: 'Transporte público' },
  'category.food': { en: 'Food', es: 'Comida' },
  'category.lodging': { en: 'Lodging', es: 'Alojamiento' },
  'category.phone': { en: 'Phone', es: 'Teléfono' },
  'category.other': { en: 'Other', es: 'Otro' },
  'stage.submitted': { en: 'Submitted', es: 'Enviado' },
  'stage.approved': { en: 'Approved', es: 'Aprobado' },
  'stage.paid': { en: 'Paid', es: 'Pagado' },
  'stage.rejected': { en: 'Rejected', es: 'Rechazado' },
  'stage.withdrawn': { en: 'Withdrawn', es: 'Retirado' },
  'trace.within': { en: 'Within 20 %', es: 'Dentro del 20 %' },
  'trace.above': { en: 'More than 20 % above', es: 'Más del 20 % por encima' },
  'trace.none': { en: 'No trace', es: 'Sin recorrido' },
} as const;
