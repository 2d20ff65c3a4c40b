import { inFile, inPromise, type Mutant } from './mutant.ts';

const rules = 'server/access/password-rules.ts';
const guessing = 'tests/promises/access-guessing.test.ts';

export const sessionMutants: readonly Mutant[] = [
  ...inPromise(
    'server/access/credentials.ts',
    'tests/promises/access-session.test.ts',
    'last three passwords',
    [
      [
        '[rows[0].password, ...rows[0].earlier].slice(0, remembered)',
        '[rows[0].password]',
        'The last three passwords are refused, not only the current one.',
      ],
      [
        'old.slice(0, remembered - 1), new Date',
        'old.slice(0, 0), new Date',
        'Earlier passwords are remembered.',
      ],
      ['remembered = 3', 'remembered = 2', 'Three passwords are remembered.'],
    ],
  ),
  ...inPromise('server/access/sign-in.ts', guessing, 'wrong codes', [
    [
      "const booked = await tries.book(account, empId, caller); if ('refused' in booked) return booked; const set",
      "const booked = { id: '0' }; const set",
      'Wrong second-factor codes are counted against the account.',
    ],
    ["await tickets.miss('secondFactor', text);", '', 'A wrong code counts against its ticket.'],
  ]),
  ...inPromise('server/access/tickets.ts', guessing, 'hand-over ticket', [
    ['and t.used_at is null returning', 'returning', 'A hand-over ticket is used once.'],
    ['relexauth: 60_000', 'relexauth: 600_000', 'A hand-over ticket expires after a minute.'],
    ['and s.revoked_at is null))', '))', 'A hand-over ticket ends with the session that made it.'],
  ]),
  ...inFile(rules, 'server/access/password-rules.test.ts', [
    ["if (walks(lower)) return 'common';", '', 'A keyboard sequence is no password.'],
    ["if (madeOfCommon(core)) return 'common';", '', 'A sequence of common passwords is no password.'],
    ["if (repeats(text) || runs(text)) return 'common';", '', 'A repetition is no password.'],
    ["return isLeaked(plain) ? 'common' : null;", 'return null;', 'A leaked password is refused.'],
    ['leet[sign] ?? sign', 'sign', 'Characters that replace letters are read as letters.'],
    ['steps >= 0.7 * (keys.length - 1)', 'steps >= 0.1 * (keys.length - 1)', 'A sentence is a password.'],
  ]),
];
