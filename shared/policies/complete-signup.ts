import { definePolicy } from '../core/policy.ts';

/** When a sign-up was verified: ask its completion as soon as it can no longer be taken back. */
export const completeSignup = definePolicy({
  name: 'complete-signup',
  on: ['SignupVerified'],
  ask: (event) => [
    { kind: 'command', stream: event.stream, command: 'complete', input: { undoUntil: event.data.undoUntil }, at: Date.parse(event.data.undoUntil) },
  ],
});
