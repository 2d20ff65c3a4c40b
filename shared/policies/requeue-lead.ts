import { definePolicy } from '../core/policy.ts';
import { appointment } from '../streams/leads/appointment/appointment.ts';
import { signup } from '../streams/customers/signup/signup.ts';

/**
 * In: a visit missed or cancelled, or a sign-up abandoned or rejected. Out: the lead returns to the call
 * queue.
 */
export const requeueLead = definePolicy({
  name: 'requeue-lead',
  on: [
    appointment.events.TaskMissed,
    appointment.events.AppointmentCancelled,
    signup.events.SignupAbandoned,
    signup.events.SignupRejected,
  ],
  react: ({ type, data }) =>
    data.leadId == null
      ? []
      : [{ kind: 'command', stream: `lead-${data.leadId}`, command: 'requeue', input: { why: type } }],
});
