import { definePolicy } from '../core/policy.ts';
import type { StartPermit } from '../streams/leads/appointment/visit-events.ts';
import { appointment } from '../streams/leads/appointment/appointment.ts';

/** In: a start permit. Out: its end at its time, used or not. */
export const lapseStartPermit = definePolicy({
  name: 'lapse-start-permit',
  on: [appointment.events.StartPermitGranted],
  react: ({ stream, data }) => {
    const { kind, until }: StartPermit = data;
    return [
      { kind: 'command', stream, command: 'lapseStartPermit', input: { kind, until }, at: Date.parse(until) },
    ];
  },
});
