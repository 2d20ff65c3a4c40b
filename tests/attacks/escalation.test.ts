import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, type Person } from '#tests/kit/server.ts';
import { commandAtItsVersion, comeIn, everything, login, rightsOf, secret, type Account } from './grants.ts';
import { startAttacked, type Attacked } from './kit.ts';

/**
 * Nobody obtains a right they do not hold, directly or through others, by any sequence of commands that
 * change rights.
 */
let target: Attacked;
let admin: Person;
beforeAll(async () => {
  target = await startAttacked();
  admin = await signIn(target.url, 'admin');
});
afterAll(() => target?.close());

test('no sequence of grants from any demo account reaches a right that was not held', async () => {
  const { accounts } = (await admin.get('/access/demo')).body as {
    accounts: { empId: number; loginId: string }[];
  };
  const everybody: Account[] = accounts.map(({ empId, loginId }) => ({ empId, login: loginId }));
  const roles = (
    (await admin.get('/employee/api/v2/rolemaster?records=100')).body as {
      records: { roleId: number; version: number }[];
    }
  ).records;
  const reached: string[] = [];
  const tried: string[] = [];
  for (const me of everybody) {
    const person = await signIn(target.url, me.login);
    const mine = await rightsOf(person);
    if (
      mine.admin ||
      !mine.rights.some((right) => /^Masters\/(rolemasterv2|emplist):(create|edit|delete)$/.test(right))
    )
      continue;
    tried.push(me.login);
    const others = everybody.filter(({ empId }) => empId !== me.empId);
    const made = await person.command('role-new', 'createRole', {
      vRoleName: `Of ${me.login}`,
      permissionGroupsList: everything,
    });
    const versionOf = async (stream: string): Promise<number> =>
      stream.startsWith('role')
        ? ((await admin.get(`/employee/api/v2/rolemaster/${stream.slice(5)}`)).body as { version: number })
            .version
        : 0;
    for (const { roleId } of roles)
      for (const permissionGroupsList of [everything, []])
        await person.command(
          `role-${roleId}`,
          'changePermissions',
          { permissionGroupsList },
          { version: await versionOf(`role-${roleId}`) },
        );
    for (const { empId } of [...others, me]) {
      for (const roleId of [
        ...roles.map((one) => one.roleId),
        ...(made.status === 200 ? [Number(made.body.id)] : []),
      ])
        await commandAtItsVersion(person, `employee-${empId}`, 'assignRole', { roleId });
      await commandAtItsVersion(person, `employee-${empId}`, 'changeDesignation', { designationId: 2 });
      await commandAtItsVersion(person, `employee-${empId}`, 'edit', { roleId: 1 });
      const password = secret();
      const set = await person.send('PUT', `/access/passwords/${empId}`, { newPassword: password });
      if (set.status !== 200) continue;
      const as = await rightsOf(await comeIn(target.url, empId, password));
      if (as.admin || as.rights.some((right) => !mine.rights.includes(right)))
        reached.push(`${me.login} through ${empId}`);
    }
    const now = await rightsOf(person);
    if (now.admin || now.rights.some((right) => !mine.rights.includes(right)))
      reached.push(`${me.login} by itself`);
    expect(
      (
        await person.send('POST', '/access/pairing', {
          name: 'Entrance',
          kind: 'client',
          rights: ['Masters/emplist:view'],
        })
      ).status,
    ).toBe(403);
    for (const { empId } of others)
      expect((await person.send('DELETE', `/access/second-factor/${empId}`)).status).toBe(403);
  }
  expect(tried).toContain('hr');
  expect(reached).toEqual([]);
  // It weakened nobody either: the roles are unchanged.
  const after = (
    (await admin.get('/employee/api/v2/rolemaster?records=100')).body as {
      records: { roleId: number; version: number }[];
    }
  ).records;
  for (const { roleId, version } of roles)
    expect([roleId, after.find((one) => one.roleId === roleId)!.version]).toEqual([roleId, version]);
});

test('a password set by somebody else is valid for one sign-in, which changes it', async () => {
  const given = secret();
  expect((await admin.send('PUT', '/access/passwords/101', { newPassword: given })).status).toBe(200);
  const first = await login(target.url, { loginId: 101, password: given });
  expect(first).toMatchObject({ status: 401, code: 'passwordToChange', ticket: expect.any(String) });
  expect(await login(target.url, { ticket: first.ticket, newPassword: 'short' })).toMatchObject({
    status: 422,
    code: 'passwordWeak',
  });
  expect(await login(target.url, { ticket: first.ticket, newPassword: given })).toMatchObject({
    status: 422,
    code: 'passwordReused',
  });
  expect((await login(target.url, { ticket: first.ticket, newPassword: secret() })).status).toBe(200);
  expect(await login(target.url, { ticket: first.ticket, newPassword: secret() })).toMatchObject({
    status: 410,
  });
  expect(await login(target.url, { loginId: 101, password: given })).toMatchObject({
    status: 401,
    code: 'signInFailed',
  });
});
