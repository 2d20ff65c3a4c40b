import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccessLog } from '#server/access/access-log.ts';
import { totp } from '#server/access/second-factor.ts';
import { openAccessHouse, password, testNow, type AccessHouse, type Person } from '#tests/kit/access-house.ts';
import { seedOf } from '#tests/kit/authenticator.ts';

/** Who entered, failed, was turned away, was ended: one row each. */
let house: AccessHouse & { databaseUrl: string };
beforeAll(async () => {
  house = await openAccessHouse();
});
afterAll(async () => {
  expect(house.faults).toEqual([]);
  await house.close();
});

/** What is written while something is done, oldest first. */
async function written(during: () => Promise<unknown>) {
  const from = (await readAccessLog(house.pool, null, 1))[0]?.position ?? 0;
  await during();
  return (await readAccessLog(house.pool, null, 100)).filter((one) => one.position > from).toReversed();
}
const wrong = 'certainly not this';

test('a wrong password at a door that asks for it again is a row', async () => {
  const person = await house.person('agent1', '10.2.0.1');
  const doors: [door: string, act: (who: Person) => Promise<{ statusCode: number }>][] = [
    ['POST /access/second-factor/enrol', (who) => who.send('POST', '/access/second-factor/enrol', { password: wrong })],
    [
      'PUT /employee/api/v2/SignIn/changepassword',
      (who) => who.send('PUT', '/employee/api/v2/SignIn/changepassword', { oldPassword: wrong, newPassword: 'seven green umbrellas' }),
    ],
  ];
  for (const [door, act] of doors) {
    const rows = await written(async () => expect((await act(person)).statusCode).toBe(422));
    expect(rows).toMatchObject([
      { action: 'denied', result: 'deny', empId: 101, sessionId: person.sessionId, ip: '10.2.0.1', objectType: 'door', objectId: door, reason: 'password' },
    ]);
    expect(JSON.stringify(rows)).not.toContain(wrong);
  }
});

test('a wrong code when a second factor is set up or taken away is a row', async () => {
  const person = await house.person('agent2', '10.2.0.2');
  const path = '/access/second-factor';
  const seed = seedOf(((await person.send('POST', `${path}/enrol`, { password })).json() as { secret: string }).secret);
  const code = (): string => totp(seed, Math.floor(house.clock.at / 30_000));
  const other = (): string => String((Number(code()) + 500_001) % 1_000_000).padStart(6, '0');
  const row = { action: 'denied', result: 'deny', empId: 102, sessionId: person.sessionId, ip: '10.2.0.2', objectType: 'door', reason: 'code' };
  const verify = await written(async () => expect((await person.send('POST', `${path}/verify`, { code: other() })).statusCode).toBe(422));
  expect(verify).toMatchObject([{ ...row, objectId: `POST ${path}/verify` }]);
  expect((await person.send('POST', `${path}/verify`, { code: code() })).statusCode).toBe(200);
  house.clock.at += 60_000;
  const remove = await written(async () => expect((await person.send('POST', `${path}/remove`, { password, code: other() })).statusCode).toBe(422));
  expect(remove).toMatchObject([{ ...row, objectId: `POST ${path}/remove` }]);
  house.clock.at = testNow;
});

test('a wrong code of a device or of a first account is a row', async () => {
  const account = { firstName: 'Asha', email: 'asha@care.example', password: 'seven green umbrellas', place: { vCode: 'P1', vName: 'Place', vCity: 'City' } };
  for (const [url, payload] of [
    ['/access/pairing/claim', { code: 'ABCD2345' }],
    ['/access/first', { code: 'ABCD2345ABCD2345', ...account }],
  ] as const) {
    const rows = await written(async () => expect((await house.call({ method: 'POST', url, remoteAddress: '10.2.0.3', payload })).statusCode).toBe(410));
    expect(rows).toMatchObject([
      { action: 'denied', result: 'deny', empId: null, sessionId: null, ip: '10.2.0.3', objectType: 'door', objectId: `POST ${url}`, reason: 'code' },
    ]);
    expect(JSON.stringify(rows)).not.toContain('ABCD2345');
  }
});

test('a session that ends by itself is a row: idle, over, one too many, left behind, its person inactive', async () => {
  const come = (login: string) => house.person(login, '10.2.0.4');
  const ended = async (empId: number, { sessionId }: Person, reason: string): Promise<void> => {
    const rows = async () => (await readAccessLog(house.pool, null, 100)).filter((one) => one.action === 'sessionEnded' && one.sessionId === sessionId);
    await expect.poll(rows).toMatchObject([{ result: 'allow', empId, ip: '10.2.0.4', reason }]);
    await house.access.sweep();
    expect(await rows()).toHaveLength(1);
  };

  const idle = await come('field1');
  house.clock.at += house.access.spans.idleMs;
  await house.access.sweep();
  await ended(151, idle, 'idle');

  const over = await come('field1');
  house.clock.at += house.access.spans.absoluteMs;
  expect((await over.get('/access/me')).statusCode).toBe(401);
  await ended(151, over, 'expired');

  const oldest = await come('field1');
  house.clock.at += 1_000;
  for (let n = 0; n < house.access.spans.perPerson; n += 1) await come('field1');
  await ended(151, oldest, 'tooManySessions');

  const before = await come('agent1');
  await house.call({
    method: 'POST',
    url: '/employee/api/v2/SignIn/login',
    remoteAddress: '10.2.0.4',
    headers: { cookie: `${house.access.cookieName}=${before.cookie}` },
    payload: { loginId: 'agent1', password },
  });
  await ended(101, before, 'signedOut');

  const leaver = await come('verifier');
  await house.must('employee-103', 'deactivate', { exitDate: '2026-11-19', reason: 'left for another house' });
  await ended(103, leaver, 'employeeInactive');
  house.clock.at = testNow;
});
