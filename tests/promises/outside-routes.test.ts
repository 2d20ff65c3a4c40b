import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

/**
 * What a server outside the demo shows to callers without a session, and which proxies it trusts for a
 * caller's address.
 */
const token = 'figures-for-prometheus-0001';
const elsewhere = '203.0.113.9';
let t: TestServer;
let demo: TestServer;
beforeAll(async () => {
  t = await openTestServer({
    env: {
      DEMO: 'off',
      METRICS_TOKEN: token,
      PUBLIC_URL: 'https://ops.example.org',
      REQUESTS_PER_ADDRESS: '60',
    },
  });
  demo = await openTestServer({ databaseUrl: t.databaseUrl });
});
afterAll(async () => {
  await demo?.close();
  await t?.close();
});

async function request(
  server: TestServer,
  url: string,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) {
  const answer = await server.server.app.inject({ method: 'GET', url, headers, remoteAddress });
  return { status: answer.statusCode, text: answer.body };
}

test('/metrics is open to this machine and to the bearer of the token only; in a demo to everybody', async () => {
  expect((await request(t, '/metrics')).status).toBe(200);
  expect((await request(t, '/metrics', { authorization: `Bearer ${token}` }, elsewhere)).text).toContain(
    'ops_log_position',
  );
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
    const answer = await request(t, '/metrics', headers, from);
    expect(answer.status, `${from} ${JSON.stringify(headers)}`).toBe(403);
    expect(JSON.parse(answer.text)).toMatchObject({
      code: 'metricsClosed',
      message: expect.stringContaining('METRICS_TOKEN'),
    });
    expect(answer.text).not.toContain('ops_log_position');
  }
  expect(
    JSON.parse((await request(t, '/metrics', { 'accept-language': 'es' }, elsewhere)).text).message,
  ).toContain('métricas');
  expect((await request(demo, '/metrics', {}, elsewhere)).status).toBe(200);
});

test('outside the demo the API description needs a session', async () => {
  for (const route of ['/docs', '/openapi.json']) {
    expect((await request(t, route)).status, route).toBe(401);
    expect((await request(demo, route)).status, route).toBe(200);
  }
  const person = await demo.signIn('agent1');
  const signedIn = {
    cookie: person.cookie.replace(/^[^=]+/, t.server.access.cookieName),
    authtoken: person.token,
  };
  expect((await request(t, '/openapi.json', signedIn)).status).toBe(200);
});

test('a forwarded address is trusted from a load balancer in the private networks only', async () => {
  const statuses = async (from: string): Promise<Set<number>> => {
    const seen = new Set<number>();
    for (let i = 0; i < 70; i += 1)
      seen.add((await request(t, '/access/me', { 'x-forwarded-for': `198.51.100.${i}` }, from)).status);
    return seen;
  };
  // Trusted: seventy callers. Not trusted: one caller with too many requests.
  expect([...(await statuses('10.0.0.5'))]).toEqual([401]);
  expect([...(await statuses(elsewhere))]).toEqual([401, 429]);
});

test('behind https every answer carries HSTS for a year, a refusal too; without it none does', async () => {
  for (const [url, status] of [
    ['/healthz', 200],
    ['/access/me', 401],
    ['/no/such/route', 404],
    ['/%E0%A4%A', 400],
  ] as const) {
    const [https, plain] = await Promise.all(
      [t, demo].map((one) =>
        one.server.app.inject({ method: 'GET', url, headers: { accept: 'application/json' } }),
      ),
    );
    expect([https!.statusCode, plain!.statusCode], url).toEqual([status, status]);
    const [, seconds] =
      /^max-age=(\d+); includeSubDomains$/.exec(String(https!.headers['strict-transport-security'])) ?? [];
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
