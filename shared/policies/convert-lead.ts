import { definePolicy } from '../core/policy.ts';
import { streamKey } from '../core/event.ts';

/** When a sign-up that names a lead made a customer, or the customer service tells of one who was a lead: the lead has become that customer. */
export const convertLead = definePolicy({
  name: 'convert-lead',
  on: ['SignupCompleted', 'CustomerCreated'],
  ask({ type, stream, data }) {
    // A customer made by a sign-up follows the sign-up's own word.
    if (data.leadId == null || (type === 'CustomerCreated' && data.signupId != null)) return [];
    const number = Number(streamKey(stream));
    const became = type === 'CustomerCreated' ? { customerId: number, signupId: null } : { customerId: data.customerId, signupId: number };
    return [{ kind: 'command', stream: `lead-${data.leadId}`, command: 'convert', input: became }];
  },
});
