import type { Event } from '../../core/event.ts';
import { command } from '../../core/stream.ts';
import { ownHoursInput, ownHoursMerged, ownHoursSet, type OwnCallHours } from '../calls/call/own-hours.ts';

export type CallHoursEvent = Event<'CustomerCallHoursSet', { readonly hours: OwnCallHours | null }>;

/** Sets the hours in which the customer is called, within those of service calls. */
export const setCallHours = command<
  { readonly callHours?: OwnCallHours | null },
  (typeof ownHoursInput)['_output']
>({
  input: ownHoursInput,
  need: ['Masters/customerMasterV2:edit', 'Out Bound/outCall:edit', 'Out Bound/cc-queue:edit'],
  versioned: true,
  merges: ownHoursMerged,
  decide: (state, input, ctx) => ownHoursSet('CustomerCallHoursSet', state, input, 'service', ctx),
});
