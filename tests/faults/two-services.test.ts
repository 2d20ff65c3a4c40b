import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SourceFact } from '#shared/wire.ts';
import { resourceOf } from '#server/sources/register.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openTestHouse, type TestHouse } from '#tests/kit/house.ts';
import { ownRedis, type OwnRedis } from '#tests/kit/redis.ts';
import { json, openStub, serveList, type StubService } from '#tests/kit/stub-service.ts';

/** Two nodes with the role `services`, and one without: one asks the services, all know the same of them. */
const path = '/customer/api/v2/signup';
const list: SourceFact[] = [];
let redis: OwnRedis;
let stub: StubService;
let one: TestHouse;
let two: TestHouse;
let web: TestHouse;
let env: Record<string, string>;
beforeAll(async () => {
  redis = await ownRedis();
  stub = await openStub(serveList(path, () => list));
  env = { REDIS_URL: redis.url, SERVICE_CUSTOMER_URL: stub.url, POLL_SECONDS: '1' };
  one = await openTestHouse({ env: { ...env, ROLES: 'web,relay,services,jobs' }, realTime: true });
  two = await openTestHouse({ env: { ...env, ROLES: 'web,relay,services' }, databaseUrl: one.databaseUrl, realTime: true });
  web = await openTestHouse({ env: { ...env, ROLES: 'web,relay' }, databaseUrl: one.databaseUrl, realTime: true });
});
afterAll(async () => {
  for (const house of [web, two, one]) await house?.close();
  await stub?.close();
  await redis?.stop();
});
const asks = async (house: TestHouse): Promise<boolean> => (await house.house.sources.poller()!.pollNow('customer')) !== null;
const state = (house: TestHouse): string => house.house.health.of(['customer'])[0]!.state;

test('one of two asks; a node without the role says the same of a service as the one that asks', async () => {
  expect(web.house.sources.poller()).toBeNull();
  expect([await asks(one), await asks(two)].filter(Boolean)).toHaveLength(1);
  for (const house of [one, two, web]) await until('live on every node', () => state(house) === 'live');
  const well = stub.answer;
  stub.answer = (_request, response) => json(response, 503, {});
  for (const house of [one, two, web]) await until('stale on every node after three failures', () => state(house) === 'stale');
  const admin = await web.signIn('admin');
  const shown = (await admin.get('/health')).body.sources.services.find((row: any) => row.service === 'customer');
  expect(shown).toMatchObject({ state: 'stale', lives: 'outside' });
  expect(shown.lastError).toMatch(/503/);
  stub.answer = well;
  await until('asked again', async () => (await Promise.all([asks(one), asks(two)])).includes(true));
  for (const house of [one, two, web]) await until('live again on every node', () => state(house) === 'live');
});

test('when the one that asks goes, the other takes over, and no fact is missed or taken twice', async () => {
  // One that was sent away by an earlier try of this test is replaced.
  for (const gone of [one, two].filter((house) => !house.house.http.listening)) {
    await gone.close();
    const fresh = await openTestHouse({ env: { ...env, ROLES: 'web,relay,services' }, databaseUrl: web.databaseUrl, realTime: true });
    if (gone === one) one = fresh;
    else two = fresh;
  }
  const [holder, other] = (await asks(one)) ? [one, two] : [two, one];
  const first = 51_000 + list.length * 10;
  const { example } = resourceOf('customer', 'signup')!;
  const fact = (id: number): SourceFact => ({
    service: 'customer',
    entity: 'signup',
    id,
    version: 1,
    modifiedAt: new Date(one.clock.now()).toISOString(),
    change: 'submitted',
    data: { ...example.data, vPhone: `5550${String(id).padStart(6, '0')}` },
  });
  list.push(fact(first + 1));
  const known = async (id: number): Promise<number> =>
    (await other.house.pool.query("select 1 from source_ids where service = 'customer' and outside_id = $1", [String(id)])).rowCount!;
  await until('the first is taken', async () => (await known(first + 1)) === 1);
  await holder.house.drain(0);
  list.push(fact(first + 2));
  await until('the other asks', () => asks(other));
  await until('the second is taken', async () => (await known(first + 2)) === 1);
  const { rows } = await other.house.pool.query<{ n: string }>(
    'select count(*) as n from events e join source_ids s on s.stream = e.stream where s.outside_id = any($1) and e.version = 1',
    [[String(first + 1), String(first + 2)]],
  );
  expect(Number(rows[0]!.n)).toBe(2);
});
