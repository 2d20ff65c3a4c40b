import type { SourceMessage } from '#shared/wire.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceOf } from '#server/sources/register.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { ownRedis, type OwnRedis } from '#tests/kit/redis.ts';
import { json, openStub, serveList, type StubService } from '#tests/kit/stub-service.ts';

/** Two nodes with the role `services`, and one without: one polls the services, all know their state. */
const path = '/customer/api/v2/signup';
const list: SourceMessage[] = [];
let redis: OwnRedis;
let stub: StubService;
let one: TestServer;
let two: TestServer;
let web: TestServer;
let env: Record<string, string>;
beforeAll(async () => {
  redis = await ownRedis();
  stub = await openStub(serveList(path, () => list));
  env = { REDIS_URL: redis.url, SERVICE_CUSTOMER_URL: stub.url, POLL_SECONDS: '1' };
  one = await openTestServer({ env: { ...env, ROLES: 'web,relay,services,jobs' }, realTime: true });
  two = await openTestServer({
    env: { ...env, ROLES: 'web,relay,services' },
    databaseUrl: one.databaseUrl,
    realTime: true,
  });
  web = await openTestServer({
    env: { ...env, ROLES: 'web,relay' },
    databaseUrl: one.databaseUrl,
    realTime: true,
  });
});
afterAll(async () => {
  for (const server of [web, two, one]) await server?.close();
  await stub?.close();
  await redis?.stop();
});
const reactions = async (server: TestServer): Promise<boolean> =>
  (await server.server.sources.poller()!.pollNow('customer')) !== null;
const state = (server: TestServer): string => server.server.health.of(['customer'])[0]!.state;

test('one of two nodes polls; a node without the role reports the same state of a service', async () => {
  expect(web.server.sources.poller()).toBeNull();
  expect([await reactions(one), await reactions(two)].filter(Boolean)).toHaveLength(1);
  for (const server of [one, two, web]) await until('live on every node', () => state(server) === 'live');
  const well = stub.answer;
  stub.answer = (_request, response) => json(response, 503, {});
  for (const server of [one, two, web])
    await until('stale on every node after three failures', () => state(server) === 'stale');
  const admin = await web.signIn('admin');
  const shown = (await admin.get('/health')).body.sources.services.find(
    (row: any) => row.service === 'customer',
  );
  expect(shown).toMatchObject({ state: 'stale', lives: 'outside' });
  expect(shown.lastError).toMatch(/503/);
  stub.answer = well;
  await until('asked again', async () =>
    (await Promise.all([reactions(one), reactions(two)])).includes(true),
  );
  for (const server of [one, two, web])
    await until('live again on every node', () => state(server) === 'live');
});

test('when the polling node stops, the other takes over, and no message is missed or applied twice', async () => {
  // A node that an earlier attempt of this test stopped is replaced.
  for (const gone of [one, two].filter((server) => !server.server.http.listening)) {
    await gone.close();
    const fresh = await openTestServer({
      env: { ...env, ROLES: 'web,relay,services' },
      databaseUrl: web.databaseUrl,
      realTime: true,
    });
    if (gone === one) one = fresh;
    else two = fresh;
  }
  const [holder, other] = (await reactions(one)) ? [one, two] : [two, one];
  const first = 51_000 + list.length * 10;
  const { example } = resourceOf('customer', 'signup')!;
  const message = (id: number): SourceMessage => ({
    service: 'customer',
    entity: 'signup',
    id,
    version: 1,
    modifiedAt: new Date(one.clock.now()).toISOString(),
    change: 'submitted',
    data: { ...example.data, vPhone: `5550${String(id).padStart(6, '0')}` },
  });
  list.push(message(first + 1));
  const known = async (id: number): Promise<number> =>
    (
      await other.server.pool.query(
        "select 1 from source_ids where service = 'customer' and outside_id = $1",
        [String(id)],
      )
    ).rowCount!;
  await until('the first is taken', async () => (await known(first + 1)) === 1);
  await holder.server.drain(0);
  list.push(message(first + 2));
  await until('the other asks', () => reactions(other));
  await until('the second is taken', async () => (await known(first + 2)) === 1);
  const { rows } = await other.server.pool.query<{ n: string }>(
    'select count(*) as n from events e join source_ids s on s.stream = e.stream where s.outside_id = any($1) and e.version = 1',
    [[String(first + 1), String(first + 2)]],
  );
  expect(Number(rows[0]!.n)).toBe(2);
});
