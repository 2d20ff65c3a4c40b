import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askManagerToMove } from '#tests/kit/approval-request.ts';
import { openFaultProxy, type FaultProxy } from '#tests/kit/fault-proxy.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';
import { ownRedis, type OwnRedis } from '#tests/kit/redis.ts';
import { goal } from '#tests/kit/tiers.ts';

/**
 * P22 and P23: a Redis that is killed, cut, frozen, emptied or full, again and again, under orders. It is always the test's own,
 * because it is hurt. Larger counts by REDIS_CUTS=50.
 */
const cuts = Number(process.env['REDIS_CUTS'] ?? 4);
const env = { UNDO_SECONDS: '2' };

let redis: OwnRedis;
/** What the houses know as their Redis: an address behind which another can stand after a failover. */
let door: FaultProxy;
const behind = { port: 0 };
let doorUrl: string;
let one: TestHouse;
let two: TestHouse;
let lead: Person;
beforeAll(async () => {
  redis = await ownRedis();
  behind.port = Number(new URL(redis.url).port);
  door = await openFaultProxy(behind);
  doorUrl = `redis://127.0.0.1:${door.port}`;
  one = await openTestHouse({ env: { ...env, REDIS_URL: doorUrl, ROLES: 'web,relay,services,jobs' }, realTime: true });
  two = await openTestHouse({ env: { ...env, REDIS_URL: doorUrl, ROLES: 'web,relay,jobs' }, databaseUrl: one.databaseUrl, realTime: true });
  lead = await one.signIn('lead');
});
afterAll(async () => {
  redis?.thaw();
  await two?.close();
  await one?.close();
  await door?.close();
  await redis?.stop();
});
beforeEach(async () => {
  await until('both reach the Redis', async () => (await one.house.jobs.counts()) !== null && (await two.house.jobs.counts()) !== null);
});

/** One person gives orders at both nodes, one after the other at each, until told to stop. */
function ordersWithoutEnd(agent: Person): { readonly bad: readonly string[]; done(): number; stop(): Promise<void> } {
  let over = false;
  let done = 0;
  const bad: string[] = [];
  const drivers = [agent, agent.at(one.url)].map(async (person) => {
    while (!over) {
      const answer = await person.order('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } });
      if (answer.status === 200) done += 1;
      else bad.push(`${answer.status} ${JSON.stringify(answer.body)}`);
      await pause(20);
    }
  });
  return {
    bad,
    done: () => done,
    async stop() {
      over = true;
      await Promise.all(drivers);
    },
  };
}

/** An approval that is decided and whose undo window then ends by itself: an ask of the future, once. */
async function decided(): Promise<string> {
  const made = await askManagerToMove(one, randomUUID());
  const answer = await lead.order(made, 'approveStep', { step: 1 });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return made;
}
const settled = async (stream: string): Promise<number> => (await one.house.log.readStream(stream)).filter((event) => event.type === 'ApprovalApproved').length;
async function allOnce(streams: readonly string[]): Promise<void> {
  for (const stream of streams) await until(`${stream} is settled`, async () => (await settled(stream)) > 0);
  for (const stream of streams) expect(await settled(stream), stream).toBe(1);
}
async function tell(command: readonly string[], url = redis.url): Promise<void> {
  const client = createClient({ url });
  client.on('error', () => undefined);
  await client.connect();
  await client.sendCommand([...command]);
  client.destroy();
}

/** What is done to the Redis, and undone. */
const hurts: readonly (readonly [string, () => Promise<void>])[] = [
  ['killed and started', async () => (await redis.kill(), await pause(400), await redis.start())],
  ['all lines cut', () => tell(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'])],
  ['frozen', async () => (redis.freeze(), await pause(1_500), redis.thaw())],
  ['emptied', () => tell(['FLUSHALL'])],
];
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

test(`P23: ${cuts} times the Redis is killed, cut, frozen or emptied under load: every order is answered, rows are told within five seconds, each timer has one effect`, async () => {
  const agent = await two.signIn('agent1');
  const verifier = await one.signIn('verifier');
  const there = await new FeedClient(two.url, verifier.at(two.url), 'queue/signup-queue').ready();
  const row = [...there.rows.values()].find(
    (one_) => one_['state'] === 'waiting' && (one_['submitter'] as { empId: number } | null)?.empId !== verifier.empId,
  )!;
  const id = String(row['id']);
  const orders = ordersWithoutEnd(agent);
  const approvals: string[] = [];
  let slowest = 0;
  for (let cut = 0; cut < cuts; cut += 1) {
    const [what, hurt] = hurts[cut % hurts.length]!;
    approvals.push(await decided());
    const before = orders.done();
    const hurting = hurt();
    approvals.push(await decided());
    const order = cut % 2 === 0 ? 'claim' : 'release';
    expect((await verifier.order(`queueitem-signup-queue-${id}`, order)).status, what).toBe(200);
    slowest = Math.max(
      slowest,
      await until(`told at the other node while ${what}`, () => there.rows.get(id)?.['state'] === (order === 'claim' ? 'claimed' : 'waiting')),
    );
    await hurting;
    await until(`orders go on after: ${what}`, () => orders.done() > before + 4);
  }
  await orders.stop();
  expect(orders.bad).toEqual([]);
  expect(slowest).toBeLessThan(goal(5_000));
  await allOnce(approvals);
  expect(there.socket.connected).toBe(true);
  there.close();
  if (cuts % 2) await verifier.order(`queueitem-signup-queue-${id}`, 'release');
  console.log(
    `${cuts} times hurt: ${orders.done()} orders answered, none refused, told after ${slowest.toFixed(0)} ms at most, ${approvals.length} timers once each`,
  );
});

test('P22: a Redis that lost everything is filled again from the store, and what was planned happens at its time', async () => {
  await redis.forget();
  const approvals = [await decided(), await decided()];
  await one.house.pool.query("insert into asks (id, kind, due_at, ask, correlation_id) values ($1, 'command', $2, $3, 'p22') on conflict do nothing", [
    `refilled:${randomUUID()}:0`,
    new Date(one.clock.now() + 240_000),
    JSON.stringify({ kind: 'command', stream: 'approval-1', command: 'expire', input: {} }),
  ]);
  await redis.start();
  await until('planned anew', async () => ((await one.house.jobs.counts())?.delayed ?? 0) >= 1);
  await allOnce(approvals);
});

test('P22: a full Redis that evicts nothing refuses plans; orders are done all the same, and timers by the sweep', async () => {
  await tell(['CONFIG', 'SET', 'maxmemory', '1000000']);
  try {
    await allOnce([await decided(), await decided()]);
  } finally {
    await tell(['CONFIG', 'SET', 'maxmemory', '0']);
  }
});

test('P22: a node starts without its Redis, serves, and takes it up when it comes', async () => {
  await redis.kill();
  const three = await openTestHouse({ env: { ...env, REDIS_URL: doorUrl, ROLES: 'web,relay,jobs' }, databaseUrl: one.databaseUrl, realTime: true });
  try {
    const agent = await three.signIn('agent1');
    expect((await agent.order('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } })).status).toBe(200);
    expect(await three.house.jobs.counts()).toBeNull();
    const admin = await three.signIn('admin');
    expect((await admin.get('/health')).body.redis).toEqual({ state: 'away' });
    const approvals = [await decided()];
    await redis.start();
    await until('taken up', async () => (await three.house.jobs.counts()) !== null);
    await allOnce([...approvals, await decided()]);
  } finally {
    await redis.start();
    await three.close();
  }
});

test('P23: a replica that lags is promoted under load: what it never heard is planned anew, and nothing is lost or done twice', async () => {
  const replica = await ownRedis({
    flags: ['--appendonly', 'no', '--save', '', '--maxmemory-policy', 'noeviction', '--replicaof', '127.0.0.1', new URL(redis.url).port],
  });
  const orders = ordersWithoutEnd(await two.signIn('agent1'));
  try {
    const known = [await decided()];
    // It hears nothing any more, and what is planned from here on is only in the one that dies.
    replica.freeze();
    const unknown = [await decided(), await decided()];
    await redis.kill();
    replica.thaw();
    await tell(['REPLICAOF', 'NO', 'ONE'], replica.url);
    behind.port = Number(new URL(replica.url).port);
    door.cut();
    const before = orders.done();
    await until('orders go on', () => orders.done() > before + 4);
    await until('both reach the promoted one', async () => (await one.house.jobs.counts()) !== null && (await two.house.jobs.counts()) !== null);
    await allOnce([...known, ...unknown, await decided()]);
    await orders.stop();
    expect(orders.bad).toEqual([]);
    console.log(`failover to a lagging replica: ${orders.done()} orders answered, none refused, ${known.length + unknown.length + 1} timers once each`);
  } finally {
    await orders.stop();
    await redis.start();
    behind.port = Number(new URL(redis.url).port);
    door.cut();
    await replica.stop();
  }
});

test('P22: a Redis that evicts is refused at the start, in one line', async () => {
  const evicting = await ownRedis({ flags: ['--appendonly', 'no', '--save', '', '--maxmemory-policy', 'allkeys-lru'] });
  try {
    await expect(openTestHouse({ env: { REDIS_URL: evicting.url }, databaseUrl: one.databaseUrl, realTime: true })).rejects.toThrow(
      'REDIS_URL: this Redis throws keys away when its memory is full (maxmemory-policy allkeys-lru); set it to noeviction',
    );
  } finally {
    await evicting.stop();
  }
});
