import { decisionOn } from '../../approvals/decision.ts';
import type { CustomerExitEvent } from './state.ts';

/** Whether a customer may leave, which a second person decides. */
export const exitDecision = decisionOn<CustomerExitEvent>('custexit')({
  requested: 'CustomerExitDecisionAsked',
  linked: 'CustomerExitLinked',
  applied: 'CustomerExitGranted',
  failed: 'CustomerExitFailed',
  rejected: 'CustomerExitRejected',
  superseded: ['CustomerExitWithdrawn'],
  approve: 'grant',
  reject: 'refuseExit',
});
