import { refuse, type Refusal } from '../../../core/refusal.ts';
import { standingOf } from '../../masters/references.ts';
import type { MasterState } from '../../masters/state.ts';

/** The reasons for which a lead is given up, among all reasons of the house. */
export const lossReasons = { field: 'vReasonGroup', value: 'call-lost' } as const;

/** Why a lead is not given up for that: no such reason, one of another kind or out of use, or one that asks for words. */
export function lossShut(reason: MasterState, said: string | null | undefined): Refusal | null {
  const standing = standingOf(reason);
  const label = 'leadField.reason';
  if (standing === 'missing' || reason.fields[lossReasons.field] !== lossReasons.value) return refuse('notInList', 422, { label }, 'reasonId');
  if (standing === 'inactive') return refuse('masterInactive', 422, { label }, 'reasonId');
  return reason.fields.bNeedsText === 1 && !said ? refuse('required', 400, { label: 'leadField.note' }, 'note') : null;
}
