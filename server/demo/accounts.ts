import { demoPersons } from './people.ts';

/** The password of every demo account; opens nothing outside the demo. */
export const demoPassword = 'Demo@1234';

/** Who one can be in the demo organisation, and what for. */
export const demoAccounts = demoPersons.flatMap(({ empId, first, last, login, what }) =>
  login ? [{ login, empId, name: `${first} ${last}`, what: what ?? '' }] : [],
);
