import { decisionOn } from '../../approvals/decision.ts';
import type { ClaimEvent } from './state.ts';

/** What a run's transport costs, which the accounts decide. */
export const claimDecision = decisionOn<ClaimEvent>('tclaim')({
  requested: 'TransportClaimSubmitted',
  linked: 'TransportClaimLinked',
  applied: 'TransportClaimApproved',
  rejected: 'TransportClaimRejected',
  superseded: ['TransportClaimWithdrawn'],
  approve: 'applyApproval',
  reject: 'applyRejection',
});
