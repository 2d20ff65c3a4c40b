import { DAY_MS } from '../core/day.ts';
import { definePolicy } from '../core/policy.ts';

export const idleDays = 14;

/** When an author last touched a sign-up: ask 14 days later to give it up; a later touch makes that void. */
export const abandonIdleSignup = definePolicy({
  name: 'abandon-idle-signup',
  on: ['SignupStarted', 'SignupSaved', 'SignupReceived', 'SignupInfoRequested'],
  ask: (event) => [{ kind: 'command', stream: event.stream, command: 'abandon', input: { touchedAt: event.at }, at: Date.parse(event.at) + idleDays * DAY_MS }],
});
