import { streamKey } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { payNeed } from '../streams/people/expense/decide.ts';
import { expense } from '../streams/people/expense/expense.ts';
import { noExpense, type ExpenseState } from '../streams/people/expense/state.ts';

export interface ExpenseRow extends Omit<ExpenseState, 'id'> {
  readonly id: string;
}

export const expensesView = defineView<ExpenseRow>({
  name: 'expenses',
  version: 1,
  streams: ['expense'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => {
    const state = expense.evolve(row ? { ...row, id: Number(id) } : noExpense(id), event as never);
    return state.stage === 'withdrawn' ? null : { ...state, id };
  },
});

/** One's own expenses, from draft to payment. */
export const expensesMe = defineFeed<ExpenseRow, { readonly empId: number | null }, ExpenseRow>({
  name: 'expenses/me',
  view: expensesView,
  need: 'signedIn',
  scope: (viewer) => ({ empId: viewer.empId }),
  see: (row, scope) => (row.by.empId === scope.empId ? row : null),
  sources: [],
});

/** Approved expenses that wait for payment, for accounts. */
export const expensesPayout = defineFeed<
  ExpenseRow,
  { readonly poos: readonly number[] | 'all' },
  ExpenseRow
>({
  name: 'expenses/payout',
  view: expensesView,
  need: payNeed,
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: (row, scope) => (row.stage === 'approved' && inPoos(scope, row.iPooId) ? row : null),
  sources: [],
});
