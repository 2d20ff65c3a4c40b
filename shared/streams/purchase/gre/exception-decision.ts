import { decisionOn } from '../../approvals/decision.ts';
import type { GreEvent } from './state.ts';

/** Differences between order, receipt and invoice, which somebody else accepts or not. */
export const exceptionDecision = decisionOn<GreEvent>('gre')({
  requested: 'GreExceptionRaised',
  linked: 'GreExceptionLinked',
  applied: 'GreExceptionApproved',
  rejected: 'GreExceptionRejected',
  superseded: ['GreCancelled'],
  approve: 'approveExceptions',
  reject: 'rejectExceptions',
});
