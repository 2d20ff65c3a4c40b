import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, type Person } from '#tests/kit/server.ts';
import { startAttacked, type Attacked } from './kit.ts';

/** Whatever is sent, the console explains the error and is not harmed. */
const key = Buffer.alloc(32, 5);
const secret = `whsec_${key.toString('base64')}`;
let target: Attacked;
let admin: Person;
beforeAll(async () => {
  target = await startAttacked({ WEBHOOK_SECRET_CUSTOMER: secret });
  admin = await signIn(target.url, 'admin');
});
afterAll(() => target?.close());

/** Signs as the Standard Webhooks specification requires of any sender. */
function signed(body: string): Record<string, string> {
  const [id, at] = [randomUUID(), String(Math.floor(Date.now() / 1_000))];
  const mac = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${mac}` };
}
const webhook = (body: string): Promise<Response> =>
  fetch(`${target.url}/relay/webhooks/customer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed(body) },
    body,
  });
const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(target.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
const asAdmin = (): Record<string, string> => ({
  cookie: admin.cookie,
  authtoken: admin.token,
  'idempotency-key': randomUUID(),
});
const nested = (deep: number, inside = '1'): string => `${'['.repeat(deep)}${inside}${']'.repeat(deep)}`;

test.each([
  ['a list nested 200,000 deep', nested(200_000)],
  ['a list of a list nested deep', `[${nested(100_000)}]`],
  ['an object nested deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  [
    'an envelope whose data is deep',
    `{"service":"customer","entity":"signup","id":1,"modifiedAt":"2026-11-18T05:00:00Z","change":"x","data":{"a":${nested(5_000)}}}`,
  ],
])('%s, signed, is dead-lettered and answered once', async (_title, body) => {
  const answer = await webhook(body);
  expect(answer.status).toBe(202);
  expect(await answer.json()).toMatchObject({ effect: 'dead', reason: 'tooDeep' });
});

test('an impossible time makes a dead letter, not an error', async () => {
  const message = (modifiedAt: string) =>
    JSON.stringify({
      service: 'customer',
      entity: 'signup',
      id: 77,
      modifiedAt,
      change: 'created',
      data: { name: 'Anita Rao' },
    });
  for (const [at, reason] of [
    ['0000-01-01T00:00:00Z', 'badShape'],
    ['9999-01-01T00:00:00Z', 'badShape'],
    ['2299-01-01T00:00:00Z', 'inFuture'],
  ] as const) {
    const answer = await webhook(message(at));
    expect([at, answer.status, ((await answer.json()) as { reason: string }).reason]).toEqual([
      at,
      202,
      reason,
    ]);
  }
});

test('a command nested 20,000 deep, and one with a NUL, are refused', async () => {
  for (const body of [
    nested(20_000),
    `{"vRoleName":${nested(20_000)}}`,
    `{"applicant":{"name":"Ani\\u0000ta"}}`,
    `{"a":"\\\\\\u0000"}`,
  ])
    for (const path of [
      '/commands/role/new/createRole',
      '/commands/signup/new/start',
      '/customer/api/v2/signup',
      '/access/pairing',
    ])
      expect([path, body.slice(0, 30), (await post(path, body, asAdmin())).status]).toEqual([
        path,
        body.slice(0, 30),
        400,
      ]);
  // The literal text \u0000, with an escaped backslash, is no NUL.
  expect(
    (await post('/employee/api/v2/SignIn/login', '{"loginId":"a\\\\u0000","password":"x"}')).status,
  ).toBe(401);
});

test('a NUL in the login name is a refusal, not an error', async () => {
  for (const body of [
    '{"loginId":"adm\\u0000in","password":"x"}',
    '{"loginId":"x","password":"\\u0000"}',
    '{"ticket":"\\u0000"}',
  ])
    expect((await post('/employee/api/v2/SignIn/login', body)).status).toBe(400);
});

test.each([
  '0000',
  '-000001-01-01T00:00:00Z',
  '+275760-09-12T00:00:00Z',
  '+010000-01-01',
  '0001-01-01',
  'yesterday',
  '1e9999',
])('the instant %s is refused wherever one is required', async (at) => {
  const written = encodeURIComponent(at);
  for (const path of [
    `/feeds/queue/signup-queue?at=${written}`,
    `/masters-record/reason/1?at=${written}`,
    `/employee/api/v2/employees/filter?modifiedSince=${written}`,
    `/masters/api/v2/reason?modifiedSince=${written}`,
    `/product/api/v2/product?modifiedSince=${written}`,
    `/customer/api/v2/signup?modifiedSince=${written}`,
  ]) {
    const { status } = await admin.get(path);
    expect([400, 404, 422], `${path}: ${status}`).toContain(status);
  }
});

const filter = (conditions: object): string =>
  `/masters-list/reasonmaster?filter=${encodeURIComponent(JSON.stringify(conditions))}`;

test.each([
  [filter({ updatedAt: { op: 'gte', value: 'abc' } }), 'updatedAt'],
  [filter({ updatedAt: { op: 'between', value: ['abc', 'def'] } }), 'updatedAt'],
  [filter({ vName: { op: 'contains', value: '\0' } }), 'filter'],
  [filter({ vName: { op: 'in', value: ['\0'] } }), 'filter'],
  ['/employee/api/v2/employees/filter?modifiedSince=abc', 'modifiedSince'],
  ['/masters-duplicates/holidaymaster?pooIds=1', 'pooIds'],
])('%s is refused, and the field named', async (path, field) => {
  const { status, body } = await admin.get(path);
  expect([path, status, JSON.stringify(body).slice(0, 300)]).toEqual([
    path,
    400,
    expect.stringMatching(/"code":"\w+","message":/),
  ]);
  expect(`${body.field} ${JSON.stringify(body.details)}`).toContain(field);
});

test.each(['["x","1"]', '["x"]', '[[],{}]', '{"a":1}', '[null,null]', '"\0"'])(
  'a report asked for what comes after %s is answered or refused, and fails nowhere',
  async (after) => {
    for (const report of ['tlReport', 'agentReport', 'accDayEndSubmission']) {
      const { status } = await admin.get(`/reports-rows/${report}?after=${encodeURIComponent(after)}`);
      expect([200, 400], `${report}: ${status}`).toContain(status);
    }
  },
);

test('none of it was an error', () => {
  expect(target.faults()).toEqual([]);
});
