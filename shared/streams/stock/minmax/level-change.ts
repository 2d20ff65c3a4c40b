import { decisionOn } from '../../approvals/decision.ts';
import type { MinMaxEvent } from './events.ts';

/** New levels of a product at a place, which somebody else decides. */
export const levelChange = decisionOn<MinMaxEvent>('minmax')({
  requested: 'MinMaxProposed',
  linked: 'MinMaxLinked',
  applied: 'MinMaxApproved',
  rejected: 'MinMaxRejected',
  superseded: ['MinMaxWithdrawn'],
  approve: 'apply',
  reject: 'rejectChange',
});
