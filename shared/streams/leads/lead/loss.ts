import { refuse, type Refusal } from '../../../core/refusal.ts';
import { statusOf } from '../../masters/references.ts';
import type { MasterState } from '../../masters/state.ts';

/** Reasons for a lost lead, among all reasons of the reason master. */
export const lossReasons = { field: 'vReasonGroup', value: 'call-lost' } as const;

/**
 * Why the lead cannot be lost for that reason: unknown, of another group, inactive, or missing its required
 * text.
 */
export function lossRefused(reason: MasterState, text: string | null | undefined): Refusal | null {
  const status = statusOf(reason);
  const label = 'leadField.reason';
  if (status === 'missing' || reason.fields[lossReasons.field] !== lossReasons.value)
    return refuse('notInList', 422, { label }, 'reasonId');
  if (status === 'inactive') return refuse('masterInactive', 422, { label }, 'reasonId');
  return reason.fields.bNeedsText === 1 && !text
    ? refuse('required', 400, { label: 'leadField.note' }, 'note')
    : null;
}
