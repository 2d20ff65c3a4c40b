import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccessHouse, password, type AccessHouse, type Person } from '#tests/kit/access-house.ts';

/** 7.4.3: a new password ends what began with the old one, also what is under way in that moment. */
let house: AccessHouse & { databaseUrl: string };
let admin: Person;
beforeAll(async () => {
  house = await openAccessHouse();
  admin = await house.person('admin', '10.0.9.1');
});
afterAll(async () => {
  expect(house.faults).toEqual([]);
  await house.close();
});

const newPassword = 'eleven quiet harbours';
async function reset(empId: number): Promise<void> {
  expect((await admin.send('PUT', `/access/passwords/${empId}`, { newPassword })).statusCode).toBe(200);
}
const finish = (ticket: string, code: string) =>
  house.call({ method: 'POST', url: '/employee/api/v2/SignIn/login', remoteAddress: '10.0.9.2', payload: { ticket, code } });
const openSessions = async (empId: number): Promise<number> => (await house.access.sessions.list(empId)).length;

/** Does something once, just before a statement that begins so. */
async function before<T>(statement: string, act: () => Promise<void>, during: () => Promise<T>): Promise<T> {
  const { pool } = house;
  const query = pool.query.bind(pool) as (...all: unknown[]) => Promise<unknown>;
  let done = false;
  pool.query = (async (...all: unknown[]) => {
    if (!done && String(all[0]).startsWith(statement)) {
      done = true;
      await act();
    }
    return query(...all);
  }) as typeof pool.query;
  try {
    return await during();
  } finally {
    pool.query = query as typeof pool.query;
    expect(done).toBe(true);
  }
}

test('a slip for setting a second factor up is good for nothing after the password was set anew', async () => {
  const { empId } = house.access.people.find('103')!;
  await house.must('role-3', 'setSecondFactor', { bSecondFactor: 1 });
  const half = await house.signIn('verifier', { ip: '10.0.9.2' });
  expect(half.json()).toMatchObject({ code: 'secondFactorToSet' });
  const { ticket } = (half.json() as { details: { ticket: string } }).details;
  await reset(empId);
  const enrol = await house.call({ method: 'POST', url: '/access/second-factor/enrol', payload: { ticket } });
  expect(enrol.json()).toMatchObject({ code: 'ticketUsedOrExpired' });
  expect((await finish(ticket, '000000')).statusCode).toBe(410);
});

test('nor is one that is made with the old password while it is being set', async () => {
  const { empId } = house.access.people.find('104')!;
  await house.must(`role-${house.access.people.row(empId)!.roleId}`, 'setSecondFactor', { bSecondFactor: 1 });
  const half = await before(
    'insert into access_tickets',
    () => reset(empId),
    () => house.signIn('104', { ip: '10.0.9.2' }),
  );
  expect(half.json()).toMatchObject({ code: 'signInFailed' });
  expect(half.body).not.toContain('ticket');
});

test('a session that is opened with the old password while a new one is set is ended, and the sign-in refused', async () => {
  const { empId } = house.access.people.find('101')!;
  const answer = await before(
    'insert into access_sessions',
    () => reset(empId),
    () => house.signIn('101', { ip: '10.0.9.2' }),
  );
  expect([answer.statusCode, (answer.json() as { code: string }).code]).toEqual([401, 'signInFailed']);
  expect(answer.cookies).toEqual([]);
  expect(await openSessions(empId)).toBe(0);
  expect((await house.signIn('101', { ip: '10.0.9.3', password })).statusCode).toBe(401);
  expect((await house.signIn('101', { ip: '10.0.9.3', password: newPassword })).statusCode).toBe(200);
});

test('so is one that is opened with a hand-over slip in that moment', async () => {
  const { empId } = house.access.people.find('152')!;
  const { ticket } = (await admin.send('POST', '/employee/api/v2/relexauth', { empId })).json() as { ticket: string };
  const use = () => house.call({ method: 'POST', url: '/employee/api/v2/SignIn/login', remoteAddress: '10.0.9.2', payload: { ticket } });
  expect((await before('insert into access_sessions', () => reset(empId), use)).statusCode).toBe(401);
  expect(await openSessions(empId)).toBe(0);
});

test('who changes the password with the old one while it is set anew does not get it', async () => {
  const thief = await house.person('agent2', '10.0.9.2');
  const { empId } = house.access.people.find('102')!;
  const change = () => thief.send('PUT', '/employee/api/v2/SignIn/changepassword', { oldPassword: password, newPassword: 'seven green umbrellas' });
  const answer = await before('select password, earlier', () => reset(empId), change);
  expect(answer.json()).toMatchObject({ code: 'oldPasswordWrong', field: 'oldPassword' });
  expect((await house.signIn('102', { ip: '10.0.9.4', password: 'seven green umbrellas' })).statusCode).toBe(401);
  expect((await house.signIn('102', { ip: '10.0.9.4', password: newPassword })).statusCode).toBe(200);
});
