import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccessLog, type AccessEntry } from '#server/access/access-log.ts';
import { openAccessServer, password, type AccessServer } from '#tests/kit/access-server.ts';
import { codeAt, seedOf } from '#tests/kit/authenticator.ts';

/**
 * P36: a change of a credential or session commits together with its row in the access log, or not at all.
 */
const better = 'seven green umbrellas';
let server: AccessServer & { databaseUrl: string };
beforeAll(async () => {
  server = await openAccessServer();
  await server.pool.query(`
    create table no_line (action text);
    create function no_line() returns trigger language plpgsql as $$ begin
      if exists (select from no_line where action = new.body::json->>'action') then raise exception 'no line today'; end if;
      return new;
    end $$;
    create trigger no_line before insert on access_log for each row execute function no_line()`);
});
afterAll(() => server.close());

/**
 * While this runs, the action's row cannot be written; afterwards there is none, and the error was reported.
 */
async function withoutEntry(
  action: AccessEntry['action'],
  during: () => Promise<{ statusCode: number }>,
): Promise<void> {
  await server.pool.query('insert into no_line values ($1)', [action]);
  try {
    expect((await during()).statusCode).toBe(500);
  } finally {
    await server.pool.query('delete from no_line');
  }
}
const actions = async (): Promise<string[]> =>
  (await readAccessLog(server.pool, null, 500)).map((one) => one.action);

test('a session stays when the log row of its end cannot be written', async () => {
  const [here, there] = [
    await server.person('agent1', '10.3.0.1'),
    await server.person('agent1', '10.3.0.2'),
  ];
  const stays = async (): Promise<void> => {
    expect((await there.get('/access/me')).statusCode).toBe(200);
    const { rows } = await server.pool.query(
      'select 1 from access_sessions where id = $1 and revoked_at is null',
      [there.sessionId],
    );
    expect(rows).toHaveLength(1);
  };
  const ways = [
    ['sessionRevoked', () => here.send('DELETE', `/access/sessions/${there.sessionId}`)],
    ['sessionRevoked', () => here.send('PUT', '/employee/api/v2/SignIn', { action: 'signOutOthers' })],
    ['signOut', () => there.send('PUT', '/employee/api/v2/SignIn', { action: 'signOut' })],
    ['signOut', () => here.send('PUT', '/employee/api/v2/SignIn', { action: 'signOutEverywhere' })],
  ] as const;
  for (const [action, act] of ways) {
    await withoutEntry(action, act);
    await stays();
  }
  expect((await here.send('DELETE', `/access/sessions/${there.sessionId}`)).statusCode).toBe(200);
  expect((await there.get('/access/me')).statusCode).toBe(401);
  expect((await actions())[0]).toBe('sessionRevoked');
});

test('a password and the other sessions stay when the log row of the change cannot be written', async () => {
  const [here, there, admin] = [
    await server.person('agent2', '10.3.0.3'),
    await server.person('agent2', '10.3.0.4'),
    await server.person('admin', '10.3.0.5'),
  ];
  const { empId } = (await here.get('/access/me')).json() as { empId: number };
  const ways = [
    () =>
      here.send('PUT', '/employee/api/v2/SignIn/changepassword', {
        oldPassword: password,
        newPassword: better,
      }),
    () => admin.send('PUT', `/access/passwords/${empId}`, { newPassword: better }),
  ];
  for (const act of ways) {
    await withoutEntry('passwordChanged', act);
    expect((await there.get('/access/me')).statusCode).toBe(200);
    expect(await server.access.credentials.check(empId, password)).not.toBeNull();
  }
  expect((await ways[0]!()).statusCode).toBe(200);
  expect((await there.get('/access/me')).statusCode).toBe(401);
  expect(await server.access.credentials.check(empId, password)).toBeNull();
  expect((await actions())[0]).toBe('passwordChanged');
});

test('a second factor is neither turned on nor off without its log row', async () => {
  const [person, admin] = [
    await server.person('manager', '10.3.0.6'),
    await server.person('admin', '10.3.0.7'),
  ];
  const { empId } = (await person.get('/access/me')).json() as { empId: number };
  const state = () => server.access.secondFactors.state(empId);
  const { secret } = (await person.send('POST', '/access/second-factor/enrol', { password })).json() as {
    secret: string;
  };
  const code = (): string => codeAt(seedOf(secret), server.clock.at);
  const verify = () => person.send('POST', '/access/second-factor/verify', { code: code() });
  await withoutEntry('secondFactorSet', verify);
  expect(await state()).toBe('enrolling');
  expect((await verify()).statusCode).toBe(200);
  server.clock.at += 30_000;
  await withoutEntry('secondFactorRemoved', () =>
    person.send('POST', '/access/second-factor/remove', { password, code: code() }),
  );
  expect(await state()).toBe('on');
  const byAdmin = () => admin.send('DELETE', `/access/second-factor/${empId}`);
  await withoutEntry('secondFactorRemoved', byAdmin);
  expect(await state()).toBe('on');
  expect((await person.get('/access/me')).statusCode).toBe(200);
  expect((await byAdmin()).statusCode).toBe(200);
  expect(await state()).toBe('none');
  expect((await person.get('/access/me')).statusCode).toBe(401);
});

test('a device is paired and revoked together with its log row, and a code whose pairing failed stays valid', async () => {
  const admin = await server.person('admin', '10.3.0.8');
  const { code } = (await admin.send('POST', '/access/pairing', { name: 'Wall by the door' })).json() as {
    code: string;
  };
  const claim = () => server.call({ method: 'POST', url: '/access/pairing/claim', payload: { code } });
  await withoutEntry('devicePaired', claim);
  expect((await admin.get('/access/devices')).json()).toEqual([]);
  const { deviceId, authtoken } = (await claim()).json() as { deviceId: string; authtoken: string };
  const revoke = () => admin.send('DELETE', `/access/devices/${deviceId}`);
  await withoutEntry('deviceRevoked', revoke);
  expect(await server.access.devices.prove(authtoken)).not.toBeNull();
  expect((await revoke()).statusCode).toBe(200);
  expect(await server.access.devices.prove(authtoken)).toBeNull();
});

test('the code for the first account does not pair a device', async () => {
  const { firstAccountCode } = await import('#server/access/first-account.ts');
  const code = await firstAccountCode({ pool: server.pool, clock: server.clock });
  expect(
    (await server.call({ method: 'POST', url: '/access/pairing/claim', payload: { code } })).statusCode,
  ).toBe(410);
  const { rows } = await server.pool.query(
    "select 1 from access_pairings where kind = 'first' and used_at is null",
  );
  expect(rows).toHaveLength(1);
});
