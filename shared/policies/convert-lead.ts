import { definePolicy } from '../core/policy.ts';
import { streamKey } from '../core/event.ts';

/** When a sign-up that names a lead made a customer: the lead has become that customer. */
export const convertLead = definePolicy({
  name: 'convert-lead',
  on: ['SignupCompleted'],
  ask: ({ stream, data }) =>
    data.leadId == null
      ? []
      : [{ kind: 'command', stream: `lead-${data.leadId}`, command: 'convert', input: { customerId: data.customerId, signupId: Number(streamKey(stream)) } }],
});
