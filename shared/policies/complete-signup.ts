import { definePolicy } from '../core/policy.ts';
import { signup } from '../streams/customers/signup/signup.ts';

/** In: a sign-up was verified. Out: its completion at the end of the undo window. */
export const completeSignup = definePolicy({
  name: 'complete-signup',
  on: [signup.events.SignupVerified],
  react: (event) => [
    {
      kind: 'command',
      stream: event.stream,
      command: 'complete',
      input: { undoUntil: event.data.undoUntil },
      at: Date.parse(event.data.undoUntil),
    },
  ],
});
