import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccessLog } from '#server/access/access-log.ts';
import { totp } from '#server/access/second-factor.ts';
import {
  openAccessServer,
  password,
  testNow,
  type AccessServer,
  type Person,
} from '#tests/kit/access-server.ts';
import { seedOf } from '#tests/kit/authenticator.ts';

/** Every sign-in, failure, denial and ended session is one row. */
let server: AccessServer & { databaseUrl: string };
beforeAll(async () => {
  server = await openAccessServer();
});
afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

/** The rows written while an action runs, oldest first. */
async function written(during: () => Promise<unknown>) {
  const from = (await readAccessLog(server.pool, null, 1))[0]?.position ?? 0;
  await during();
  return (await readAccessLog(server.pool, null, 100)).filter((one) => one.position > from).toReversed();
}
const wrong = 'certainly not this';

test('a wrong password at a route that asks for it again is a row', async () => {
  const person = await server.person('agent1', '10.2.0.1');
  const routes: [route: string, act: (who: Person) => Promise<{ statusCode: number }>][] = [
    [
      'POST /access/second-factor/enrol',
      (who) => who.send('POST', '/access/second-factor/enrol', { password: wrong }),
    ],
    [
      'PUT /employee/api/v2/SignIn/changepassword',
      (who) =>
        who.send('PUT', '/employee/api/v2/SignIn/changepassword', {
          oldPassword: wrong,
          newPassword: 'seven green umbrellas',
        }),
    ],
  ];
  for (const [route, act] of routes) {
    const rows = await written(async () => expect((await act(person)).statusCode).toBe(422));
    expect(rows).toMatchObject([
      {
        action: 'denied',
        result: 'deny',
        empId: 101,
        sessionId: person.sessionId,
        ip: '10.2.0.1',
        objectType: 'door',
        objectId: route,
        reason: 'password',
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(wrong);
  }
});

test('a wrong code when a second factor is set up or removed is a row', async () => {
  const person = await server.person('agent2', '10.2.0.2');
  const path = '/access/second-factor';
  const seed = seedOf(
    ((await person.send('POST', `${path}/enrol`, { password })).json() as { secret: string }).secret,
  );
  const code = (): string => totp(seed, Math.floor(server.clock.at / 30_000));
  const other = (): string => String((Number(code()) + 500_001) % 1_000_000).padStart(6, '0');
  const row = {
    action: 'denied',
    result: 'deny',
    empId: 102,
    sessionId: person.sessionId,
    ip: '10.2.0.2',
    objectType: 'door',
    reason: 'code',
  };
  const verify = await written(async () =>
    expect((await person.send('POST', `${path}/verify`, { code: other() })).statusCode).toBe(422),
  );
  expect(verify).toMatchObject([{ ...row, objectId: `POST ${path}/verify` }]);
  expect((await person.send('POST', `${path}/verify`, { code: code() })).statusCode).toBe(200);
  server.clock.at += 60_000;
  const remove = await written(async () =>
    expect((await person.send('POST', `${path}/remove`, { password, code: other() })).statusCode).toBe(422),
  );
  expect(remove).toMatchObject([{ ...row, objectId: `POST ${path}/remove` }]);
  server.clock.at = testNow;
});

test('a wrong code of a device or of a first account is a row', async () => {
  const account = {
    firstName: 'Asha',
    email: 'asha@care.example',
    password: 'seven green umbrellas',
    place: { vCode: 'P1', vName: 'Place', vCity: 'City' },
  };
  for (const [url, payload] of [
    ['/access/pairing/claim', { code: 'ABCD2345' }],
    ['/access/first', { code: 'ABCD2345ABCD2345', ...account }],
  ] as const) {
    const rows = await written(async () =>
      expect(
        (await server.call({ method: 'POST', url, remoteAddress: '10.2.0.3', payload })).statusCode,
      ).toBe(410),
    );
    expect(rows).toMatchObject([
      {
        action: 'denied',
        result: 'deny',
        empId: null,
        sessionId: null,
        ip: '10.2.0.3',
        objectType: 'door',
        objectId: `POST ${url}`,
        reason: 'code',
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('ABCD2345');
  }
});

test('a session that ends by itself is a row: idle, expired, one too many, replaced, its person inactive', async () => {
  const come = (login: string) => server.person(login, '10.2.0.4');
  const ended = async (empId: number, { sessionId }: Person, reason: string): Promise<void> => {
    const rows = async () =>
      (await readAccessLog(server.pool, null, 100)).filter(
        (one) => one.action === 'sessionEnded' && one.sessionId === sessionId,
      );
    await expect.poll(rows).toMatchObject([{ result: 'allow', empId, ip: '10.2.0.4', reason }]);
    await server.access.sweep();
    expect(await rows()).toHaveLength(1);
  };

  const idle = await come('field1');
  server.clock.at += server.access.spans.idleMs;
  await server.access.sweep();
  await ended(151, idle, 'idle');

  const over = await come('field1');
  server.clock.at += server.access.spans.absoluteMs;
  expect((await over.get('/access/me')).statusCode).toBe(401);
  await ended(151, over, 'expired');

  const oldest = await come('field1');
  server.clock.at += 1_000;
  for (let n = 0; n < server.access.spans.perPerson; n += 1) await come('field1');
  await ended(151, oldest, 'tooManySessions');

  const before = await come('agent1');
  await server.call({
    method: 'POST',
    url: '/employee/api/v2/SignIn/login',
    remoteAddress: '10.2.0.4',
    headers: { cookie: `${server.access.cookieName}=${before.cookie}` },
    payload: { loginId: 'agent1', password },
  });
  await ended(101, before, 'signedOut');

  const leaver = await come('verifier');
  await server.must('employee-103', 'deactivate', {
    exitDate: '2026-11-19',
    reason: 'left for another house',
  });
  await ended(103, leaver, 'employeeInactive');
  server.clock.at = testNow;
});
