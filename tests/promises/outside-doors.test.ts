import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestHouse, type TestHouse } from '#tests/kit/house.ts';

/** What a house that is no demo tells to somebody who has not signed in, and whose word it takes about where a call comes from. */
const token = 'figures-for-prometheus-0001';
const elsewhere = '203.0.113.9';
let t: TestHouse;
let demo: TestHouse;
beforeAll(async () => {
  t = await openTestHouse({ env: { DEMO: 'off', METRICS_TOKEN: token, PUBLIC_URL: 'https://ops.example.org', REQUESTS_PER_ADDRESS: '60' } });
  demo = await openTestHouse({ databaseUrl: t.databaseUrl });
});
afterAll(async () => {
  await demo?.close();
  await t?.close();
});

async function ask(house: TestHouse, url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  const answer = await house.house.app.inject({ method: 'GET', url, headers, remoteAddress });
  return { status: answer.statusCode, text: answer.body };
}

test('/metrics is told to this machine and to whoever shows the token, to nobody else; a demo tells everybody', async () => {
  expect((await ask(t, '/metrics')).status).toBe(200);
  expect((await ask(t, '/metrics', { authorization: `Bearer ${token}` }, elsewhere)).text).toContain('ops_log_position');
  const closed: readonly (readonly [Record<string, string>, string])[] = [
    [{}, elsewhere],
    [{}, '10.0.0.5'],
    [{ authorization: `Bearer ${token}x` }, elsewhere],
    [{ authorization: `Basic ${token}` }, elsewhere],
    [{ 'x-forwarded-for': '127.0.0.1' }, elsewhere],
    [{ 'x-forwarded-for': '127.0.0.1' }, '10.0.0.5'],
    [{ 'x-forwarded-for': elsewhere }, '127.0.0.1'],
    [{ forwarded: `for=${elsewhere}` }, '127.0.0.1'],
  ];
  for (const [headers, from] of closed) {
    const answer = await ask(t, '/metrics', headers, from);
    expect(answer.status, `${from} ${JSON.stringify(headers)}`).toBe(403);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'metricsClosed', message: expect.stringContaining('METRICS_TOKEN') });
    expect(answer.text).not.toContain('ops_log_position');
  }
  expect(JSON.parse((await ask(t, '/metrics', { 'accept-language': 'es' }, elsewhere)).text).message).toContain('cifras');
  expect((await ask(demo, '/metrics', {}, elsewhere)).status).toBe(200);
});

test('outside the demo the description of the doors is for people who signed in', async () => {
  for (const door of ['/docs', '/openapi.json']) {
    expect((await ask(t, door)).status, door).toBe(401);
    expect((await ask(demo, door)).status, door).toBe(200);
  }
  const person = await demo.signIn('agent1');
  const signedIn = { cookie: person.cookie.replace(/^[^=]+/, t.house.access.cookieName), authtoken: person.token };
  expect((await ask(t, '/openapi.json', signedIn)).status).toBe(200);
});

test('a forwarded address is believed of a load balancer in the own networks, of nobody else', async () => {
  const statuses = async (from: string): Promise<Set<number>> => {
    const seen = new Set<number>();
    for (let i = 0; i < 70; i += 1) seen.add((await ask(t, '/access/me', { 'x-forwarded-for': `198.51.100.${i}` }, from)).status);
    return seen;
  };
  // Believed: seventy callers. Not believed: one caller that asks too often.
  expect([...(await statuses('10.0.0.5'))]).toEqual([401]);
  expect([...(await statuses(elsewhere))]).toEqual([401, 429]);
});

test('behind https every answer asks for https for a year, a refusal too; without it none does', async () => {
  for (const [url, status] of [
    ['/healthz', 200],
    ['/access/me', 401],
    ['/no/such/door', 404],
    ['/%E0%A4%A', 400],
  ] as const) {
    const [https, plain] = await Promise.all([t, demo].map((one) => one.house.app.inject({ method: 'GET', url, headers: { accept: 'application/json' } })));
    expect([https!.statusCode, plain!.statusCode], url).toEqual([status, status]);
    const [, seconds] = /^max-age=(\d+); includeSubDomains$/.exec(String(https!.headers['strict-transport-security'])) ?? [];
    expect(Number(seconds), url).toBeGreaterThanOrEqual(365 * 86_400);
    expect(plain!.headers, url).not.toHaveProperty('strict-transport-security');
    expect(https!.headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/default-src '(self|none)';.*frame-ancestors 'none'/),
    });
  }
});
