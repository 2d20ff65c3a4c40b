import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccessLog, type AccessEntry } from '#server/access/access-log.ts';
import { openAccessHouse, password, type AccessHouse } from '#tests/kit/access-house.ts';
import { codeAt, seedOf } from '#tests/kit/authenticator.ts';

/** P36: how people come in changes together with its line in the access log, or not at all. */
const better = 'seven green umbrellas';
let house: AccessHouse & { databaseUrl: string };
beforeAll(async () => {
  house = await openAccessHouse();
  await house.pool.query(`
    create table no_line (action text);
    create function no_line() returns trigger language plpgsql as $$ begin
      if exists (select from no_line where action = new.body::json->>'action') then raise exception 'no line today'; end if;
      return new;
    end $$;
    create trigger no_line before insert on access_log for each row execute function no_line()`);
});
afterAll(() => house.close());

/** While this runs no line of the action can be written; afterwards none was, and somebody was told of the fault. */
async function withoutLine(action: AccessEntry['action'], during: () => Promise<{ statusCode: number }>): Promise<void> {
  await house.pool.query('insert into no_line values ($1)', [action]);
  try {
    expect((await during()).statusCode).toBe(500);
  } finally {
    await house.pool.query('delete from no_line');
  }
}
const actions = async (): Promise<string[]> => (await readAccessLog(house.pool, null, 500)).map((one) => one.action);

test('a session goes on when nobody could be told who ended it', async () => {
  const [here, there] = [await house.person('agent1', '10.3.0.1'), await house.person('agent1', '10.3.0.2')];
  const stays = async (): Promise<void> => {
    expect((await there.get('/access/me')).statusCode).toBe(200);
    const { rows } = await house.pool.query('select 1 from access_sessions where id = $1 and revoked_at is null', [there.sessionId]);
    expect(rows).toHaveLength(1);
  };
  const ways = [
    ['sessionRevoked', () => here.send('DELETE', `/access/sessions/${there.sessionId}`)],
    ['sessionRevoked', () => here.send('PUT', '/employee/api/v2/SignIn', { action: 'signOutOthers' })],
    ['signOut', () => there.send('PUT', '/employee/api/v2/SignIn', { action: 'signOut' })],
    ['signOut', () => here.send('PUT', '/employee/api/v2/SignIn', { action: 'signOutEverywhere' })],
  ] as const;
  for (const [action, act] of ways) {
    await withoutLine(action, act);
    await stays();
  }
  expect((await here.send('DELETE', `/access/sessions/${there.sessionId}`)).statusCode).toBe(200);
  expect((await there.get('/access/me')).statusCode).toBe(401);
  expect((await actions())[0]).toBe('sessionRevoked');
});

test('a password stays the old one, and other sessions stay, when nobody could be told who changed it', async () => {
  const [here, there, admin] = [await house.person('agent2', '10.3.0.3'), await house.person('agent2', '10.3.0.4'), await house.person('admin', '10.3.0.5')];
  const { empId } = (await here.get('/access/me')).json() as { empId: number };
  const ways = [
    () => here.send('PUT', '/employee/api/v2/SignIn/changepassword', { oldPassword: password, newPassword: better }),
    () => admin.send('PUT', `/access/passwords/${empId}`, { newPassword: better }),
  ];
  for (const act of ways) {
    await withoutLine('passwordChanged', act);
    expect((await there.get('/access/me')).statusCode).toBe(200);
    expect(await house.access.credentials.check(empId, password)).not.toBeNull();
  }
  expect((await ways[0]!()).statusCode).toBe(200);
  expect((await there.get('/access/me')).statusCode).toBe(401);
  expect(await house.access.credentials.check(empId, password)).toBeNull();
  expect((await actions())[0]).toBe('passwordChanged');
});

test('a second factor is neither on nor off before its line stands', async () => {
  const [person, admin] = [await house.person('manager', '10.3.0.6'), await house.person('admin', '10.3.0.7')];
  const { empId } = (await person.get('/access/me')).json() as { empId: number };
  const state = () => house.access.secondFactors.state(empId);
  const { secret } = (await person.send('POST', '/access/second-factor/enrol', { password })).json() as { secret: string };
  const code = (): string => codeAt(seedOf(secret), house.clock.at);
  const verify = () => person.send('POST', '/access/second-factor/verify', { code: code() });
  await withoutLine('secondFactorSet', verify);
  expect(await state()).toBe('enrolling');
  expect((await verify()).statusCode).toBe(200);
  house.clock.at += 30_000;
  await withoutLine('secondFactorRemoved', () => person.send('POST', '/access/second-factor/remove', { password, code: code() }));
  expect(await state()).toBe('on');
  const byAdmin = () => admin.send('DELETE', `/access/second-factor/${empId}`);
  await withoutLine('secondFactorRemoved', byAdmin);
  expect(await state()).toBe('on');
  expect((await person.get('/access/me')).statusCode).toBe(200);
  expect((await byAdmin()).statusCode).toBe(200);
  expect(await state()).toBe('none');
  expect((await person.get('/access/me')).statusCode).toBe(401);
});

test('a device is paired and revoked with its line, and a code whose pairing failed is still good', async () => {
  const admin = await house.person('admin', '10.3.0.8');
  const { code } = (await admin.send('POST', '/access/pairing', { name: 'Wall by the door' })).json() as { code: string };
  const claim = () => house.call({ method: 'POST', url: '/access/pairing/claim', payload: { code } });
  await withoutLine('devicePaired', claim);
  expect((await admin.get('/access/devices')).json()).toEqual([]);
  const { deviceId, authtoken } = (await claim()).json() as { deviceId: string; authtoken: string };
  const revoke = () => admin.send('DELETE', `/access/devices/${deviceId}`);
  await withoutLine('deviceRevoked', revoke);
  expect(await house.access.devices.prove(authtoken)).not.toBeNull();
  expect((await revoke()).statusCode).toBe(200);
  expect(await house.access.devices.prove(authtoken)).toBeNull();
});

test('the code of a first account pairs no device', async () => {
  const { firstAccountCode } = await import('#server/access/first-account.ts');
  const code = await firstAccountCode({ pool: house.pool, clock: house.clock });
  expect((await house.call({ method: 'POST', url: '/access/pairing/claim', payload: { code } })).statusCode).toBe(410);
  const { rows } = await house.pool.query("select 1 from access_pairings where kind = 'first' and used_at is null");
  expect(rows).toHaveLength(1);
});
