import { decisionOn } from '../decision.ts';
import type { ProductAskEvent } from './events.ts';

/** Whether a requested product is made; a command to its record carries the decision out. */
export const productDecision = decisionOn<ProductAskEvent>('productask')({
  requested: 'ProductDecisionAsked',
  linked: 'ProductDecisionLinked',
  applied: 'ProductDecisionGranted',
  failed: 'ProductDecisionFailed',
  rejected: 'ProductDecisionRefused',
  superseded: ['ProductDecisionOvertaken'],
  carriedOut: 'ProductDecisionApplied',
  approve: 'grant',
  reject: 'close',
});
