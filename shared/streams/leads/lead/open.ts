import type { Permission } from '../../../core/permission.ts';
import { reference } from '../../../core/reference.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { openStages, type LeadState } from './state.ts';

/** Screens on which leads are worked on, by their edit right. */
export const callRights: readonly Permission[] = [
  'Out Bound/pharmaLead:edit',
  'Out Bound/pharma-lead-queue:edit',
  'Out Bound/pharmaLeadNew:edit',
  'Out Bound/pharmaLeadRemainder:edit',
];

/** Refusal when the lead is closed for good: withdrawn, or converted to a customer. */
export function over(state: LeadState): Refusal | null {
  if (state.withdrawn) return refuse('leadWithdrawn', 409);
  return state.stage === 'Converted'
    ? refuse('leadConverted', 409, {
        customer: reference('CU', state.customerId!),
        customerId: state.customerId!,
      })
    : null;
}

/** Refusal where nobody works on the lead any more. */
export function notOpen(state: LeadState): Refusal | null {
  return (
    over(state) ??
    (openStages.includes(state.stage)
      ? null
      : refuse('leadClosed', 409, { stage: `leadStage.${state.stage}` }))
  );
}
