import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampled, whole } from '#tests/kit/sampled.ts';
import { openTestServer, signIn, type Person, type TestServer } from '#tests/kit/server.ts';
import { commandAtItsVersion, comeIn, everything, rightsOf, secret, type Account } from './grants.ts';

/**
 * From each demo account some orders of the commands that grant rights, a temporary designation among them: none reaches a right that its
 * account did not hold before.
 */
const orders = 3;
/** Commands of one order; the whole set has some two hundred. */
const most = whole ? 60 : 20;
const dayMs = 24 * 3_600_000;
/** The day in India, so many days from now. */
const dayIn = (days: number): string =>
  new Date(target.clock.now() + days * dayMs + 5.5 * 3_600_000).toISOString().split('T')[0]!;
let target: TestServer;
let admin: Person;
beforeAll(async () => {
  target = await openTestServer();
  admin = await target.signIn('admin');
});
afterAll(() => target?.close());

interface Held {
  readonly admin: boolean;
  readonly rights: readonly string[];
}
type Step = readonly [name: string, run: () => Promise<Held | null>];
const exceeds = (now: Held, before: Held): boolean =>
  now.admin || now.rights.some((right) => !before.rights.includes(right));

/** The same order for the same seed. */
function shuffled<T>(all: readonly T[], seed: number): T[] {
  let state = seed;
  const random = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Passwords that an account has by now, where somebody has set one. */
const passwords = new Map<number, string>();
const enter = (account: Account): Promise<Person> => {
  const password = passwords.get(account.empId);
  return password === undefined
    ? signIn(target.url, account.login)
    : signIn(target.url, String(account.empId), password);
};

/** Every command with which this person might grant something to somebody. */
function stepsOf(me: Account, person: Person, all: readonly Account[], roles: readonly number[]): Step[] {
  const made: number[] = [];
  const only = (run: () => Promise<unknown>) => async (): Promise<null> => {
    await run();
    return null;
  };
  return [
    [
      'a role with everything',
      only(async () => {
        const role = { vRoleName: `Of ${me.login}`, permissionGroupsList: everything };
        const answer = await person.command('role-new', 'createRole', role);
        if (answer.status === 200) made.push(Number(answer.body.id));
      }),
    ],
    ...[...roles, 0].map((roleId): Step => [
      `more for role ${roleId}`,
      only(() =>
        commandAtItsVersion(person, `role-${roleId || (made.at(-1) ?? 1)}`, 'changePermissions', {
          permissionGroupsList: everything,
        }),
      ),
    ]),
    ...all.flatMap(({ empId }): Step[] => [
      ...[1, 8, 0].map((roleId): Step => [
        `role ${roleId} for ${empId}`,
        only(() =>
          commandAtItsVersion(person, `employee-${empId}`, 'assignRole', {
            roleId: roleId || (made.at(-1) ?? 1),
          }),
        ),
      ]),
      [
        `designation of ${empId}`,
        only(() =>
          commandAtItsVersion(person, `employee-${empId}`, 'changeDesignation', { designationId: 2 }),
        ),
      ],
      [
        `edit of ${empId}`,
        only(() => commandAtItsVersion(person, `employee-${empId}`, 'edit', { roleId: 1 })),
      ],
      [
        `password of ${empId}`,
        async () => {
          const [password, own] = [secret(), secret()];
          const set = await person.send('PUT', `/access/passwords/${empId}`, { newPassword: password });
          if (set.status !== 200) return null;
          const as = await comeIn(target.url, empId, password, own);
          passwords.set(empId, own);
          return rightsOf(as);
        },
      ],
    ]),
  ];
}

/** A designation for two days from today: who asks for it does not approve it, and while it lasts it grants nothing. */
async function borrow(person: Person, of: Account): Promise<string | null> {
  const today = dayIn(0);
  const asked = await person.command('tempdesig-new', 'request', {
    ...{ empId: of.empId, designationId: 5, from: today, to: dayIn(1) },
    reason: 'Covers for somebody',
  });
  if (asked.status !== 200) return null;
  const stream = String(asked.body.stream);
  expect(await commandAtItsVersion(person, stream, 'approve', {})).toBe(403);
  expect(
    (
      await person.command('tempdesig-new', 'grant', {
        empId: of.empId,
        designationId: 2,
        from: today,
        to: today,
        reason: 'By myself',
      })
    ).status,
  ).toBe(403);
  expect(await commandAtItsVersion(admin, stream, 'approve', {})).toBe(200);
  return stream;
}

test('no order of grants, with a temporary designation from its request to its end, reaches a right that was not held', async () => {
  const { accounts } = (await admin.get('/access/demo')).body as {
    accounts: { empId: number; loginId: string }[];
  };
  const everybody: Account[] = accounts.map(({ empId, loginId }) => ({ empId, login: loginId }));
  const roles = (
    (await admin.get('/employee/api/v2/rolemaster?records=100')).body as { records: { roleId: number }[] }
  ).records.map(({ roleId }) => roleId);
  const grants = new Map<string, boolean>();
  for (const { login } of everybody) {
    const { rights } = await rightsOf(await target.signIn(login));
    grants.set(
      login,
      rights.some((right) =>
        /^(Masters\/(rolemasterv2|emplist):[ced]|approvals\/tlApproval:approve)/.test(right),
      ),
    );
  }
  const walks = everybody
    .filter(({ login }) => login !== 'admin')
    .flatMap((me) => Array.from({ length: orders }, (_, order) => ({ me, order })));
  const borrowed: string[] = [];
  const reached: string[] = [];
  for (const { me, order } of sampled(
    walks,
    ({ me: { login } }) => (grants.get(login) ? login : 'others'),
    20,
  )) {
    let person = await enter(me);
    const mine = await rightsOf(person);
    if (mine.admin) continue;
    const seed = me.empId * 100 + order;
    const walk = shuffled(stepsOf(me, person, everybody, roles), seed).slice(0, most);
    const [other] = shuffled(
      everybody.filter(({ empId }) => empId !== me.empId),
      seed,
    );
    const look = async (when: string): Promise<void> => {
      if (exceeds(await rightsOf(person), mine)) reached.push(`${me.login}, order ${order}: ${when}`);
    };
    for (const [n, [name, run]] of walk.entries()) {
      if (n === Math.floor(most / 3))
        for (const whom of [me, other!]) {
          const before = await rightsOf(whom === me ? person : await enter(whom));
          if ((await borrow(person, whom)) === null) continue;
          borrowed.push(me.login);
          if (exceeds(await rightsOf(whom === me ? person : await enter(whom)), before))
            reached.push(`${whom.login} by a temporary designation that ${me.login} asked for`);
        }
      const as = await run();
      if (as && exceeds(as, mine)) reached.push(`${me.login}, order ${order}: ${name}`);
    }
    await look('while everything lasts');
    await target.pass(2 * dayMs);
    admin = await target.signIn('admin');
    person = await enter(me);
    await look('after the end of the designation');
  }
  expect(new Set(borrowed).size, 'somebody may ask for a designation').toBeGreaterThan(0);
  expect(reached).toEqual([]);
});
