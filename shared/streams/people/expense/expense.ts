import { defineStream } from '../../../core/stream.ts';
import * as decide from './decide.ts';
import { evolveExpense, noExpense, type ExpenseEvent, type ExpenseState } from './state.ts';
import { expenseTranslations } from './translations.ts';

const { draft, change, submit, withdraw, applyApproval, applyRejection, linkApproval, pay } = decide;

/** An employee's expense: drafted, submitted with receipts, decided, paid. */
export const expense = defineStream<ExpenseState, ExpenseEvent>({
  name: 'expense',
  numbered: true,
  area: 'people',
  state: 1,
  events: {
    ExpenseDrafted: true,
    ExpenseChanged: true,
    ExpenseSubmitted: true,
    ExpenseRequestLinked: true,
    ExpenseApproved: true,
    ExpenseApproveFailed: true,
    ExpenseRejected: true,
    ExpenseWithdrawn: true,
    ExpensePaid: true,
  },
  initial: noExpense,
  evolve: evolveExpense,
  commands: { draft, change, submit, withdraw, applyApproval, applyRejection, linkApproval, pay },
  visible: (state, viewer) =>
    viewer.kind === 'system' ||
    viewer.empId === state.by.empId ||
    (state.stage !== 'draft' &&
      (viewer.admin ||
        viewer.rights.has('approvals/empExpenseApproval:approve') ||
        viewer.rights.has(decide.payNeed))),
  files: ({ receipts }) => receipts.map(({ fileId }) => fileId),
  translations: expenseTranslations,
  story: [
    {
      as: 'admin',
      stream: 'expense-new',
      command: 'draft',
      input: { spentOn: '2026-11-17', category: 'food', paise: 150_00, note: 'Lunch on the way' },
    },
    { as: 'admin', stream: 'expense-$', command: 'submit', input: {} },
    { as: 'admin', stream: 'expense-$', command: 'withdraw', input: {} },
  ],
});
