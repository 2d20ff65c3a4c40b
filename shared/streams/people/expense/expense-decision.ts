import { decisionOn } from '../../approvals/decision.ts';
import type { ExpenseEvent } from './state.ts';

/** An employee's expense, which the team lead and the accounts decide. */
export const expenseDecision = decisionOn<ExpenseEvent>('expense')({
  requested: 'ExpenseSubmitted',
  linked: 'ExpenseRequestLinked',
  applied: 'ExpenseApproved',
  failed: 'ExpenseApproveFailed',
  rejected: 'ExpenseRejected',
  superseded: ['ExpenseWithdrawn'],
  approve: 'applyApproval',
  reject: 'applyRejection',
});
