import { definePolicy } from '../core/policy.ts';

/**
 * In: a visit missed or cancelled, or a sign-up abandoned or rejected. Out: the lead returns to the call
 * queue.
 */
export const requeueLead = definePolicy({
  name: 'requeue-lead',
  on: ['TaskMissed', 'AppointmentCancelled', 'SignupAbandoned', 'SignupRejected'],
  react: ({ type, data }) =>
    data.leadId == null
      ? []
      : [{ kind: 'command', stream: `lead-${data.leadId}`, command: 'requeue', input: { why: type } }],
});
