import { demoPersons } from './people.ts';

/** The password of every demo account; works only in the demo. */
export const demoPassword = 'Demo@1234';

/** The demo accounts to choose from, and what each shows. */
export const demoAccounts = demoPersons.flatMap(({ empId, first, last, login, what }) =>
  login ? [{ login, empId, name: `${first} ${last}`, what: what ?? '' }] : [],
);
