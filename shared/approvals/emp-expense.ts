import { translations } from '../core/translations.ts';
import { defineApproval } from '../families/approval.ts';
import { stepsFor } from '../streams/approvals/approval/amount-limits.ts';
import { defaultStepLimits } from '../streams/people/expense/limits.ts';
import type { AmountLimits } from '../streams/approvals/approval/request.ts';
import { expenseDecision } from '../streams/people/expense/expense-decision.ts';
import type { ExpenseSubmitted } from '../streams/people/expense/state.ts';

const limitsOf = ({ limits }: ExpenseSubmitted): AmountLimits => limits ?? defaultStepLimits;

/**
 * An employee's expense: the team lead, then accounts and the city head as far as the limits of its category
 * require. A lower amount may be approved.
 */
export const empExpenseApproval = defineApproval({
  name: 'empExpenseApproval',
  decision: expenseDecision,
  variant: ({ category }) => category,
  steps: ({ data }) => stepsFor(data.paise, limitsOf(data)),
  limits: limitsOf,
  due: 2 * 24 * 60,
  expires: ({ data }) => data.expiresAt,
  before: (data) => ({
    category: data.category,
    spentOn: data.spentOn,
    amount: data.paise,
    ...(data.km === null ? {} : { km: data.km, traceKm: data.traceKm, flag: data.flags[0] ?? 'none' }),
    receipts: data.receipts,
  }),
  after: () => ({}),
  amount: (data) => data.paise,
  recheck: 'effect',
  evidence: [
    { name: 'category', kind: 'status', of: 'category' },
    { name: 'spentOn', kind: 'date' },
    { name: 'amount', kind: 'money' },
    { name: 'km', kind: 'number' },
    { name: 'traceKm', kind: 'number' },
    { name: 'flag', kind: 'status', of: 'flag' },
    { name: 'receipts', kind: 'files' },
  ],
  lockScreen: ['category', 'spentOn'],
  columns: [
    { name: 'category', kind: 'status', of: 'category', width: 150, filter: 'set' },
    { name: 'spentOn', kind: 'date', width: 110 },
    { name: 'amount', kind: 'money', width: 110 },
    { name: 'km', kind: 'number', width: 80 },
    { name: 'traceKm', kind: 'number', width: 100 },
    { name: 'flag', kind: 'status', of: 'flag', width: 190 },
  ],
  sources: [],
  translations: translations({
    en: {
      title: 'Expense approval',
      asked: 'Expense',
      'column.subject': 'Expense',
      'column.category': 'Category',
      'column.spentOn': 'Date',
      'column.amount': 'Amount',
      'column.km': 'Km',
      'column.traceKm': 'Trace km',
      'column.flag': 'Check',
      'column.receipts': 'Receipts',
      'category.twoWheeler': 'Own two-wheeler',
      'category.car': 'Own car',
      'category.publicTransport': 'Public transport',
      'category.food': 'Food',
      'category.lodging': 'Lodging',
      'category.phone': 'Phone',
      'category.other': 'Other',
      'flag.none': 'Agrees with the trace',
      'flag.kmAboveTrace': 'Over 20 % above the trace',
      'flag.noTrace': 'No trace of that day',
      'effect.approve': 'The amount goes to the pay-out list of accounts.',
      'effect.reject': 'Nothing is paid; the employee sees your reason.',
      'fails.expenseClosed': 'the expense is closed',
    },
    es: {
      title: 'Aprobación de gastos',
      asked: 'Gasto',
      'column.subject': 'Gasto',
      'column.category': 'Categoría',
      'column.spentOn': 'Fecha',
      'column.amount': 'Importe',
      'column.km': 'Km',
      'column.traceKm': 'Km del recorrido',
      'column.flag': 'Comprobación',
      'column.receipts': 'Recibos',
      'category.twoWheeler': 'Moto propia',
      'category.car': 'Automóvil propio',
      'category.publicTransport': 'Transporte público',
      'category.food': 'Comida',
      'category.lodging': 'Alojamiento',
      'category.phone': 'Teléfono',
      'category.other': 'Otro',
      'flag.none': 'Coincide con el recorrido',
      'flag.kmAboveTrace': 'Más de un 20 % sobre el recorrido',
      'flag.noTrace': 'Sin recorrido de ese día',
      'effect.approve': 'El importe pasa a la lista de pagos de contabilidad.',
      'effect.reject': 'No se paga nada; el empleado ve su motivo.',
      'fails.expenseClosed': 'el gasto está cerrado',
    },
  }),
});
