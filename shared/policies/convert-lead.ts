import { definePolicy } from '../core/policy.ts';
import { streamKey } from '../core/event.ts';
import { signup } from '../streams/customers/signup/signup.ts';
import { customer } from '../streams/customers/customer.ts';

/**
 * In: a sign-up that names a lead created a customer, or the customer service reports a customer who was a
 * lead. Out: the lead's conversion.
 */
export const convertLead = definePolicy({
  name: 'convert-lead',
  on: [signup.events.SignupCompleted, customer.events.CustomerCreated],
  react({ type, stream, data }) {
    // A customer created by a sign-up is handled by the sign-up's own event.
    if (data.leadId == null || (type === 'CustomerCreated' && data.signupId != null)) return [];
    const number = Number(streamKey(stream));
    const became =
      type === 'CustomerCreated'
        ? { customerId: number, signupId: null }
        : { customerId: data.customerId, signupId: number };
    return [{ kind: 'command', stream: `lead-${data.leadId}`, command: 'convert', input: became }];
  },
});
