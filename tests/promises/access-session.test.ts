import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { totp } from '#server/access/second-factor.ts';
import { openAccessServer, password, testNow, type AccessServer } from '#tests/kit/access-server.ts';
import { seedOf } from '#tests/kit/authenticator.ts';
import { hung } from '#tests/kit/patience.ts';
import { goal } from '#tests/kit/tiers.ts';

let server: AccessServer & { databaseUrl: string };
beforeAll(async () => {
  server = await openAccessServer();
});
afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

describe('a session', () => {
  it('starts with a password and needs cookie and token together', async () => {
    const answer = await server.signIn('verifier');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      msg: 'Signed in',
      empid: 103,
      orgId: 1,
      roleId: 3,
      logDesId: 19,
      pooId: 1,
    });
    const cookie = answer.cookies.find((one) => one.name === 'ops_session')!;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    const { authtoken } = answer.json() as { authtoken: string };
    const request = (headers: Record<string, string>) => server.call({ url: '/access/me', headers });
    expect((await request({ cookie: `ops_session=${cookie.value}`, authtoken })).json()).toMatchObject({
      empId: 103,
      name: 'Kiran Joseph',
      roleName: 'Sign-up',
      admin: false,
    });
    for (const headers of [
      {},
      { authtoken },
      { cookie: `ops_session=${cookie.value}` },
      { cookie: `ops_session=${authtoken}`, authtoken: cookie.value },
      { cookie: 'ops_session=x', authtoken },
    ]) {
      const refused = await request(headers as Record<string, string>);
      expect(refused.statusCode, JSON.stringify(headers)).toBe(401);
      expect(refused.json()).toMatchObject({ code: 'signedOut', correlationId: expect.any(String) });
    }
  });

  it('with one’s own handheld is recorded once a day; with another’s it is not', async () => {
    await server.must('employee-103', 'mapDevice', { deviceId: 'HH-0000103', model: 'Handheld 7' });
    const devices = () => server.access.people.row(103)!.devices;
    expect((await server.signIn('qa', { deviceId: 'HH-0000103' })).statusCode).toBe(200);
    expect(devices()).toMatchObject([{ deviceId: 'HH-0000103' }]);
    expect(devices()[0]).not.toHaveProperty('seenOn');
    expect((await server.signIn('verifier', { deviceId: 'x' })).json()).toMatchObject({ code: 'badFormat' });
    expect((await server.signIn('verifier', { deviceId: 'HH-0000103' })).statusCode).toBe(200);
    expect((await server.signIn('verifier', { deviceId: 'HH-0000103' })).statusCode).toBe(200);
    await vi.waitFor(() => expect(devices()[0]!.seenOn).toMatch(/^\d{4}-\d\d-\d\d$/), hung.wait);
    const emitted = await server.pool.query(
      "select 1 from events where stream = 'employee-103' and type = 'EmployeeDeviceSeen'",
    );
    expect(emitted.rowCount).toBe(1);
  });

  it('one person’s token does not fit another’s cookie', async () => {
    const a = await server.person('agent1');
    const b = await server.person('agent2');
    expect(await server.access.viewerOf({ cookie: a.cookie, token: b.token })).toBeNull();
    expect(await server.access.viewerOf({ cookie: a.cookie, token: a.token })).not.toBeNull();
  });

  it('is not stored in clear', async () => {
    const a = await server.person('qa');
    const { rows } = await server.pool.query('select * from access_sessions');
    const { rows: credentials } = await server.pool.query('select * from access_credentials');
    const all = JSON.stringify([rows, credentials]);
    expect(all).not.toContain(a.cookie);
    expect(all).not.toContain(a.token);
    expect(all).not.toContain(password);
    expect(credentials[0].password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('finds people by id, e-mail, phone in both formats and demo name', async () => {
    for (const name of [
      '103',
      'kiran.joseph@care.example',
      ' KIRAN.joseph@care.example',
      '5550000103',
      '05550000103',
      'verifier',
    ])
      expect((await server.signIn(name)).statusCode, name).toBe(200);
  });

  it('ends at once by sign-out, and a new sign-in leaves no old one behind', async () => {
    const a = await server.person('cc1');
    const received: string[] = [];
    const stop = server.access.onChange((change) =>
      received.push(`${change.sessionId} ${change.what} ${change.reason}`),
    );
    expect((await a.send('PUT', '/employee/api/v2/SignIn', { action: 'signOut' })).statusCode).toBe(200);
    expect(received).toEqual([`${a.sessionId} revoked signedOut`]);
    expect((await a.get('/access/me')).statusCode).toBe(401);
    const b = await server.person('cc1');
    const again = await server.call({
      method: 'POST',
      url: '/employee/api/v2/SignIn/login',
      headers: { cookie: `ops_session=${b.cookie}` },
      payload: { loginId: 'cc1', password },
    });
    expect(again.cookies.find((one) => one.name === 'ops_session')!.value).not.toBe(b.cookie);
    expect((await b.get('/access/me')).statusCode).toBe(401);
    stop();
  });

  it('ends after 30 minutes without use and after 12 hours in any case', async () => {
    const idle = await server.person('digi1');
    const busy = await server.person('checker');
    server.clock.at += 29 * 60_000;
    expect((await busy.get('/access/me')).statusCode).toBe(200);
    server.clock.at += 60_000;
    expect((await idle.get('/access/me')).statusCode).toBe(401);
    expect((await busy.get('/access/me')).statusCode).toBe(200);
    for (let n = 0; n < 24; n += 1) {
      server.clock.at += 29 * 60_000;
      const { statusCode } = await busy.get('/access/me');
      expect(statusCode).toBe(server.clock.at - testNow < 12 * 3_600_000 ? 200 : 401);
    }
    expect(server.access.current(busy.sessionId)).toBeNull();
    server.clock.at = testNow;
  });

  it('is one of at most five: the oldest is ended', async () => {
    const all = [];
    for (let n = 0; n < 6; n += 1) {
      all.push(await server.person('lmd'));
      server.clock.at += 1_000;
    }
    expect((await all[0]!.get('/access/me')).statusCode).toBe(401);
    expect((await all[1]!.get('/access/me')).statusCode).toBe(200);
    expect((await all[5]!.get('/access/sessions')).json()).toHaveLength(5);
    server.clock.at = testNow;
  });

  it('is listed and ended one by one by its owner, by nobody else without the right', async () => {
    const a = await server.person('store');
    const b = await server.person('store');
    const stranger = await server.person('agent1');
    expect((await stranger.get('/access/sessions?empId=161')).statusCode).toBe(403);
    expect((await stranger.send('DELETE', `/access/sessions/${a.sessionId}`)).statusCode).toBe(404);
    expect((await stranger.send('DELETE', `/access/sessions/${a.sessionId}?empId=161`)).statusCode).toBe(403);
    expect((await b.send('DELETE', `/access/sessions/${a.sessionId}`)).statusCode).toBe(200);
    expect((await a.get('/access/me')).statusCode).toBe(401);
    const hr = await server.person('hr');
    expect((await hr.send('DELETE', `/access/sessions/${b.sessionId}?empId=161`)).statusCode).toBe(200);
    expect((await b.get('/access/me')).statusCode).toBe(401);
  });

  it('a new password ends the other sessions and keeps this one', async () => {
    const a = await server.person('field1');
    const b = await server.person('field1');
    const change = (oldPassword: unknown, newPassword: unknown) =>
      a.send('PUT', '/employee/api/v2/SignIn/changepassword', { oldPassword, newPassword });
    expect((await change('wrong', 'seven green umbrellas')).json()).toMatchObject({
      code: 'oldPasswordWrong',
      field: 'oldPassword',
    });
    expect((await change(password, 'short')).json()).toMatchObject({
      code: 'passwordWeak',
      details: { why: 'tooShort' },
    });
    expect((await change(password, 'Password12345')).json()).toMatchObject({
      code: 'passwordWeak',
      details: { why: 'common' },
    });
    expect((await change(password, 'poojahegde151')).json()).toMatchObject({
      code: 'passwordWeak',
      details: { why: 'personal' },
    });
    expect((await change(password, 'seven green umbrellas')).statusCode).toBe(200);
    expect((await b.get('/access/me')).statusCode).toBe(401);
    expect((await a.get('/access/me')).statusCode).toBe(200);
    expect((await change('seven green umbrellas', 'seven green umbrellas')).json()).toMatchObject({
      code: 'passwordReused',
    });
    expect((await server.signIn('field1')).statusCode).toBe(401);
    expect((await server.signIn('field1', { password: 'seven green umbrellas' })).statusCode).toBe(200);
  });

  it('given the last three passwords, when one of them is chosen again, then it is refused; the fourth is free', async () => {
    const a = await server.person('purchase');
    const passwords = [password, 'seven green umbrellas', 'eleven quiet harbours', 'nine slow wooden trams'];
    const change = (from: string, to: string) =>
      a.send('PUT', '/employee/api/v2/SignIn/changepassword', { oldPassword: from, newPassword: to });
    for (let i = 1; i < passwords.length; i += 1)
      expect((await change(passwords[i - 1]!, passwords[i]!)).statusCode).toBe(200);
    const [, ...remembered] = passwords;
    for (const one of remembered)
      expect((await change(passwords[3]!, one)).json(), one).toMatchObject({ code: 'passwordReused' });
    const { empId } = (await a.get('/access/me')).json() as { empId: number };
    const stored = (await server.access.credentials.stored(empId))!;
    expect(await server.access.credentials.change(empId, stored, password, () => undefined)).toBe('changed');
  });

  it('is not enough to change the second factor: the password is required again, and attempts are limited', async () => {
    const a = await server.person('manager', '10.0.3.1');
    const { empId } = (await a.get('/access/me')).json() as { empId: number };
    const enrol = (body: object) => a.send('POST', '/access/second-factor/enrol', body);
    expect((await enrol({})).statusCode).toBe(400);
    expect((await enrol({ password: 'certainly not this' })).json()).toMatchObject({
      code: 'passwordWrong',
      field: 'password',
    });
    expect(await server.access.secondFactors.state(empId)).toBe('none');
    expect(
      (await server.call({ method: 'POST', url: '/access/second-factor/enrol', payload: { password } }))
        .statusCode,
    ).toBe(401);
    const { secret } = (await enrol({ password })).json() as { secret: string };
    const seed = seedOf(secret);
    const code = () => totp(seed, Math.floor(server.clock.at / 30_000));
    expect((await a.send('POST', '/access/second-factor/verify', { code: code() })).json()).toEqual({
      state: 'on',
    });
    server.clock.at += 30_000;
    const remove = (body: object) => a.send('POST', '/access/second-factor/remove', body);
    expect((await remove({ code: code() })).statusCode).toBe(400);
    expect((await remove({ code: code(), password: 'certainly not this' })).json()).toMatchObject({
      code: 'passwordWrong',
    });
    expect(await server.access.secondFactors.state(empId)).toBe('on');
    expect((await remove({ code: '000000', password })).json()).toMatchObject({ code: 'codeWrong' });
    expect((await remove({ code: code(), password })).json()).toEqual({ state: 'none' });
    const tried: number[] = [];
    for (let n = 0; n < 12; n += 1) tried.push((await enrol({ password: `guess number ${n}` })).statusCode);
    expect(tried.filter((status) => status === 422).length).toBeLessThanOrEqual(5);
    expect(tried.at(-1)).toBe(429);
    server.clock.at = testNow;
  });

  it('ends with the browser’s caches and cookie; the console clears its own storage', async () => {
    const a = await server.person('accounts', '10.0.3.2');
    const answer = await a.send('PUT', '/employee/api/v2/SignIn', { action: 'signOut' });
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(answer.cookies.find((one) => one.name === 'ops_session')).toMatchObject({
      value: '',
      path: '/',
      expires: new Date(0),
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('survives a restart and works on two nodes; ended on one it ends on the other within two seconds', async () => {
    const second = await openAccessServer({ databaseUrl: server.databaseUrl });
    try {
      const a = await server.person('doctor');
      const proof = { cookie: a.cookie, token: a.token };
      expect(await second.access.viewerOf(proof)).toMatchObject({ empId: 141 });
      const received = new Promise<string>((resolve) =>
        second.access.onChange((change) => resolve(`${change.sessionId} ${change.reason}`)),
      );
      const started = performance.now();
      expect(
        (await a.send('PUT', '/employee/api/v2/SignIn', { action: 'signOutEverywhere' })).statusCode,
      ).toBe(200);
      expect(await received).toBe(`${a.sessionId} signedOutEverywhere`);
      expect(performance.now() - started).toBeLessThan(goal(2_000));
      expect(await second.access.viewerOf(proof)).toBeNull();
      expect(second.faults).toEqual([]);
    } finally {
      await second.close();
    }
  });
});
