import { command } from '../../../core/stream.ts';
import { ownHoursInput, ownHoursMerged, ownHoursSet } from '../../calls/call/own-hours.ts';
import { callRights, notOpen } from './open.ts';
import type { LeadState } from './state.ts';

/** Sets the hours in which the lead is called, within those of promotional calls. */
export const setCallHours = command<LeadState, (typeof ownHoursInput)['_output']>({
  input: ownHoursInput,
  need: [...callRights, 'Out Bound/outCall:edit', 'Out Bound/outCall1:edit'],
  versioned: 'merge',
  merges: ownHoursMerged,
  decide: (state, input, ctx) =>
    notOpen(state) ?? ownHoursSet('LeadCallHoursSet', state, input, 'promotional', ctx),
});
