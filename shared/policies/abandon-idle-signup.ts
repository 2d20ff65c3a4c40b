import { DAY_MS } from '../core/day.ts';
import { definePolicy } from '../core/policy.ts';
import { signup } from '../streams/customers/signup/signup.ts';

export const idleDays = 14;

/** In: an author changed a sign-up. Out: its abandonment 14 days later; a later change makes that void. */
export const abandonIdleSignup = definePolicy({
  name: 'abandon-idle-signup',
  on: [
    signup.events.SignupStarted,
    signup.events.SignupSaved,
    signup.events.SignupReceived,
    signup.events.SignupInfoRequested,
  ],
  react: (event) => [
    {
      kind: 'command',
      stream: event.stream,
      command: 'abandon',
      input: { touchedAt: event.at },
      at: Date.parse(event.at) + idleDays * DAY_MS,
    },
  ],
});
