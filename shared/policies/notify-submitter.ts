import { definePolicy } from '../core/policy.ts';
import { cutText } from '../core/cut.ts';
import { signup } from '../streams/customers/signup/signup.ts';

interface Reported {
  readonly message: string;
  readonly values: readonly string[];
  readonly icon: string;
  readonly color: string;
  readonly route: string;
}

const on = [
  signup.events.SignupInfoRequested,
  signup.events.SignupRejected,
  signup.events.SignupCompleted,
  signup.events.SignupAbandoned,
] as const;

const notices: Readonly<Record<(typeof on)[number]['type'], Reported>> = {
  SignupInfoRequested: {
    message: 'signupInfoRequested',
    values: ['text'],
    icon: 'help',
    color: 'orange',
    route: '/outBound/customerSingup',
  },
  SignupRejected: {
    message: 'signupRejected',
    values: ['reason'],
    icon: 'x',
    color: 'red',
    route: '/outBound/customerSingup',
  },
  SignupCompleted: {
    message: 'signupCompleted',
    values: ['customerRef'],
    icon: 'check',
    color: 'green',
    route: '/outBound/customerSingup',
  },
  SignupAbandoned: {
    message: 'signupAbandoned',
    values: [],
    icon: 'clock',
    color: 'gray',
    route: '/outBound/customerSingup',
  },
};

/**
 * In: somebody else moved a sign-up on. Out: a notice to its submitter. Free text is cut to the length of a
 * notice.
 */
export const notifySubmitter = definePolicy({
  name: 'notify-submitter',
  on,
  react: (event) => {
    const { submitter, ref } = event.data;
    const how = notices[event.type];
    if (!submitter?.empId || submitter.empId === event.actor.empId) return [];
    const values = Object.fromEntries([
      ['ref', ref],
      ...how.values.map((key) => [
        key,
        cutText(String((event.data as Readonly<Record<string, unknown>>)[key] ?? ''), 160),
      ]),
    ]);
    const id = event.stream.slice('signup-'.length);
    return [
      {
        kind: 'command',
        stream: `notice-${submitter.empId}`,
        command: 'push',
        input: {
          message: how.message,
          values,
          icon: how.icon,
          route: `${how.route}?id=${id}`,
          color: how.color,
          dedupeKey: `${event.stream}:${event.type}`,
        },
      },
    ];
  },
});
