import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccessServer, password, type AccessServer, type Person } from '#tests/kit/access-server.ts';

/** 7.4.3: a new password ends everything that began with the old one, including requests in flight. */
let server: AccessServer & { databaseUrl: string };
let admin: Person;
beforeAll(async () => {
  server = await openAccessServer();
  admin = await server.person('admin', '10.0.9.1');
});
afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

const newPassword = 'eleven quiet harbours';
async function reset(empId: number): Promise<void> {
  expect((await admin.send('PUT', `/access/passwords/${empId}`, { newPassword })).statusCode).toBe(200);
}
const finish = (ticket: string, code: string) =>
  server.call({
    method: 'POST',
    url: '/employee/api/v2/SignIn/login',
    remoteAddress: '10.0.9.2',
    payload: { ticket, code },
  });
const openSessions = async (empId: number): Promise<number> =>
  (await server.access.sessions.list(empId)).length;

/** Runs a callback once, just before a statement with this beginning. */
async function before<T>(statement: string, act: () => Promise<void>, during: () => Promise<T>): Promise<T> {
  const { pool } = server;
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

test('a ticket for setting up a second factor is void after the password was reset', async () => {
  const { empId } = server.access.people.find('103')!;
  await server.must('role-3', 'setSecondFactor', { bSecondFactor: 1 });
  const half = await server.signIn('verifier', { ip: '10.0.9.2' });
  expect(half.json()).toMatchObject({ code: 'secondFactorToSet' });
  const { ticket } = (half.json() as { details: { ticket: string } }).details;
  await reset(empId);
  const enrol = await server.call({
    method: 'POST',
    url: '/access/second-factor/enrol',
    payload: { ticket },
  });
  expect(enrol.json()).toMatchObject({ code: 'ticketUsedOrExpired' });
  expect((await finish(ticket, '000000')).statusCode).toBe(410);
});

test('a ticket made with the old password during the reset is void too', async () => {
  const { empId } = server.access.people.find('104')!;
  await server.must(`role-${server.access.people.row(empId)!.roleId}`, 'setSecondFactor', {
    bSecondFactor: 1,
  });
  const half = await before(
    'insert into access_tickets',
    () => reset(empId),
    () => server.signIn('104', { ip: '10.0.9.2' }),
  );
  expect(half.json()).toMatchObject({ code: 'signInFailed' });
  expect(half.body).not.toContain('ticket');
});

test('a session opened with the old password during the reset is ended, and the sign-in refused', async () => {
  const { empId } = server.access.people.find('101')!;
  const answer = await before(
    'insert into access_sessions',
    () => reset(empId),
    () => server.signIn('101', { ip: '10.0.9.2' }),
  );
  expect([answer.statusCode, (answer.json() as { code: string }).code]).toEqual([401, 'signInFailed']);
  expect(answer.cookies).toEqual([]);
  expect(await openSessions(empId)).toBe(0);
  expect((await server.signIn('101', { ip: '10.0.9.3', password })).statusCode).toBe(401);
  expect((await server.signIn('101', { ip: '10.0.9.3', password: newPassword })).json()).toMatchObject({
    code: 'passwordToChange',
  });
});

test('a session opened with a hand-over ticket during the reset is ended too', async () => {
  const { empId } = server.access.people.find('152')!;
  const { ticket } = (await admin.send('POST', '/employee/api/v2/relexauth', { empId })).json() as {
    ticket: string;
  };
  const use = () =>
    server.call({
      method: 'POST',
      url: '/employee/api/v2/SignIn/login',
      remoteAddress: '10.0.9.2',
      payload: { ticket },
    });
  expect((await before('insert into access_sessions', () => reset(empId), use)).statusCode).toBe(401);
  expect(await openSessions(empId)).toBe(0);
});

test('a change of the password with the old one during the reset is refused', async () => {
  const thief = await server.person('agent2', '10.0.9.2');
  const { empId } = server.access.people.find('102')!;
  const change = () =>
    thief.send('PUT', '/employee/api/v2/SignIn/changepassword', {
      oldPassword: password,
      newPassword: 'seven green umbrellas',
    });
  const answer = await before('select password, earlier', () => reset(empId), change);
  expect(answer.json()).toMatchObject({ code: 'oldPasswordWrong', field: 'oldPassword' });
  expect((await server.signIn('102', { ip: '10.0.9.4', password: 'seven green umbrellas' })).statusCode).toBe(
    401,
  );
  expect((await server.signIn('102', { ip: '10.0.9.4', password: newPassword })).json()).toMatchObject({
    code: 'passwordToChange',
  });
});
