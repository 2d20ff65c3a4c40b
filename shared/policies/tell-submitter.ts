import { definePolicy } from '../core/policy.ts';

interface Told {
  readonly message: string;
  readonly values: readonly string[];
  readonly icon: string;
  readonly color: string;
  readonly route: string;
}

const told: Readonly<Record<string, Told>> = {
  SignupInfoRequested: { message: 'signupInfoRequested', values: ['text'], icon: 'help', color: 'orange', route: '/outBound/customerSingup' },
  SignupRejected: { message: 'signupRejected', values: ['reason'], icon: 'x', color: 'red', route: '/outBound/customerSingup' },
  SignupCompleted: { message: 'signupCompleted', values: ['customerRef'], icon: 'check', color: 'green', route: '/outBound/customerSingup' },
  SignupAbandoned: { message: 'signupAbandoned', values: [], icon: 'clock', color: 'gray', route: '/outBound/customerSingup' },
};

/** When a sign-up goes on without its submitter: tell them. Free text is cut to what a notice may hold. */
export const tellSubmitter = definePolicy({
  name: 'tell-submitter',
  on: Object.keys(told),
  ask: (event) => {
    const { submitter, ref } = event.data;
    const how = told[event.type]!;
    if (!submitter?.empId || submitter.empId === event.actor.empId) return [];
    const values = Object.fromEntries([['ref', ref], ...how.values.map((key) => [key, String(event.data[key] ?? '').slice(0, 160)])]);
    const id = event.stream.slice('signup-'.length);
    return [
      {
        kind: 'command',
        stream: `notice-${submitter.empId}`,
        command: 'push',
        input: { message: how.message, values, icon: how.icon, route: `${how.route}?id=${id}`, color: how.color, dedupeKey: `${event.stream}:${event.type}` },
      },
    ];
  },
});
