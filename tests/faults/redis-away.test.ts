import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { requestMove } from '#tests/kit/approval-request.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openFaultProxy, type FaultProxy } from '#tests/kit/fault-proxy.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { ownRedis, type OwnRedis } from '#tests/kit/redis.ts';
import { goal } from '#tests/kit/tiers.ts';

/**
 * P22 and P23: a Redis that is killed, cut, frozen, emptied or full, again and again, under commands. It is
 * always the test's own, because it gets damaged. Larger counts by REDIS_CUTS=50.
 */
const cuts = Number(process.env['REDIS_CUTS'] ?? 4);
const env = { UNDO_SECONDS: '2' };

let redis: OwnRedis;
/** The Redis address of the nodes, behind which another Redis can be after a failover. */
let route: FaultProxy;
const behind = { port: 0 };
let proxyUrl: string;
let one: TestServer;
let two: TestServer;
let lead: Person;
beforeAll(async () => {
  redis = await ownRedis();
  behind.port = Number(new URL(redis.url).port);
  route = await openFaultProxy(behind);
  proxyUrl = `redis://127.0.0.1:${route.port}`;
  one = await openTestServer({
    env: { ...env, REDIS_URL: proxyUrl, ROLES: 'web,relay,services,jobs' },
    realTime: true,
  });
  two = await openTestServer({
    env: { ...env, REDIS_URL: proxyUrl, ROLES: 'web,relay,jobs' },
    databaseUrl: one.databaseUrl,
    realTime: true,
  });
  lead = await one.signIn('lead');
});
afterAll(async () => {
  redis?.thaw();
  await two?.close();
  await one?.close();
  await route?.close();
  await redis?.stop();
});
beforeEach(async () => {
  await until(
    'both reach the Redis',
    async () => (await one.server.jobs.counts()) !== null && (await two.server.jobs.counts()) !== null,
  );
});

/** One person sends commands to both nodes, one after the other on each, until stopped. */
function endlessCommands(agent: Person): {
  readonly bad: readonly string[];
  done(): number;
  stop(): Promise<void>;
} {
  let over = false;
  let done = 0;
  const bad: string[] = [];
  const drivers = [agent, agent.at(one.url)].map(async (person) => {
    while (!over) {
      const answer = await person.command('signup-new', 'start', {
        pooId: 1,
        applicant: { name: 'Anita Rao' },
      });
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

/** An approval that is decided and whose undo window then ends by itself: one delayed reaction. */
async function decided(): Promise<string> {
  const made = await requestMove(one, randomUUID());
  const answer = await lead.command(made, 'approveStep', { step: 1 });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return made;
}
const settled = async (stream: string): Promise<number> =>
  (await one.server.log.readStream(stream)).filter((event) => event.type === 'ApprovalApproved').length;
async function allOnce(streams: readonly string[]): Promise<void> {
  for (const stream of streams) await until(`${stream} is settled`, async () => (await settled(stream)) > 0);
  for (const stream of streams) expect(await settled(stream), stream).toBe(1);
}
async function send(command: readonly string[], url = redis.url): Promise<void> {
  const client = createClient({ url });
  client.on('error', () => undefined);
  await client.connect();
  await client.sendCommand([...command]);
  client.destroy();
}

/** The faults of the Redis, and how to undo them. */
const hurts: readonly (readonly [string, () => Promise<void>])[] = [
  ['killed and started', async () => (await redis.kill(), await pause(400), await redis.start())],
  ['all lines cut', () => send(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'])],
  ['frozen', async () => (redis.freeze(), await pause(1_500), redis.thaw())],
  ['emptied', () => send(['FLUSHALL'])],
];
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

test(`P23: ${cuts} times the Redis is killed, cut, frozen or emptied under load: every command is answered, rows are pushed within five seconds, each timer has one effect`, async () => {
  const agent = await two.signIn('agent1');
  const verifier = await one.signIn('verifier');
  const there = await new FeedClient(two.url, verifier.at(two.url), 'queue/signup-queue').ready();
  const row = [...there.rows.values()].find(
    (one_) =>
      one_['state'] === 'waiting' &&
      (one_['submitter'] as { empId: number } | null)?.empId !== verifier.empId,
  )!;
  const id = String(row['id']);
  const commands = endlessCommands(agent);
  const approvals: string[] = [];
  let slowest = 0;
  for (let cut = 0; cut < cuts; cut += 1) {
    const [what, hurt] = hurts[cut % hurts.length]!;
    approvals.push(await decided());
    const before = commands.done();
    const hurting = hurt();
    approvals.push(await decided());
    const command = cut % 2 === 0 ? 'claim' : 'release';
    expect((await verifier.command(`queueitem-signup-queue-${id}`, command)).status, what).toBe(200);
    slowest = Math.max(
      slowest,
      await until(
        `pushed on the other node while ${what}`,
        () => there.rows.get(id)?.['state'] === (command === 'claim' ? 'claimed' : 'waiting'),
      ),
    );
    await hurting;
    await until(`commands go on after: ${what}`, () => commands.done() > before + 4);
  }
  await commands.stop();
  expect(commands.bad).toEqual([]);
  expect(slowest).toBeLessThan(goal(5_000));
  await allOnce(approvals);
  expect(there.socket.connected).toBe(true);
  there.close();
  if (cuts % 2) await verifier.command(`queueitem-signup-queue-${id}`, 'release');
  console.log(
    `${cuts} times hurt: ${commands.done()} commands answered, none refused, pushed after ${slowest.toFixed(0)} ms at most, ${approvals.length} timers once each`,
  );
});

test('P22: an emptied Redis is refilled from the store, and planned jobs run at their time', async () => {
  await redis.forget();
  const approvals = [await decided(), await decided()];
  await one.server.pool.query(
    "insert into reactions (id, kind, due_at, reaction, correlation_id) values ($1, 'command', $2, $3, 'p22') on conflict do nothing",
    [
      `refilled:${randomUUID()}:0`,
      new Date(one.clock.now() + 240_000),
      JSON.stringify({ kind: 'command', stream: 'approval-1', command: 'expire', input: {} }),
    ],
  );
  await redis.start();
  await until('planned anew', async () => ((await one.server.jobs.counts())?.delayed ?? 0) >= 1);
  await allOnce(approvals);
});

test('P22: a full Redis that evicts nothing refuses jobs; commands are done all the same, and timers run by the sweep', async () => {
  await send(['CONFIG', 'SET', 'maxmemory', '1000000']);
  try {
    await allOnce([await decided(), await decided()]);
  } finally {
    await send(['CONFIG', 'SET', 'maxmemory', '0']);
  }
});

test('P22: a node starts without its Redis, serves, and connects when it is available', async () => {
  await redis.kill();
  const three = await openTestServer({
    env: { ...env, REDIS_URL: proxyUrl, ROLES: 'web,relay,jobs' },
    databaseUrl: one.databaseUrl,
    realTime: true,
  });
  try {
    const agent = await three.signIn('agent1');
    expect(
      (await agent.command('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } })).status,
    ).toBe(200);
    expect(await three.server.jobs.counts()).toBeNull();
    const admin = await three.signIn('admin');
    expect((await admin.get('/health')).body.redis).toEqual({ state: 'away' });
    const approvals = [await decided()];
    await redis.start();
    await until('taken up', async () => (await three.server.jobs.counts()) !== null);
    await allOnce([...approvals, await decided()]);
  } finally {
    await redis.start();
    await three.close();
  }
});

test('P23: a lagging replica is promoted under load: jobs it never received are planned again, and nothing is lost or done twice', async () => {
  const replica = await ownRedis({
    flags: [
      '--appendonly',
      'no',
      '--save',
      '',
      '--maxmemory-policy',
      'noeviction',
      '--replicaof',
      '127.0.0.1',
      new URL(redis.url).port,
    ],
  });
  const commands = endlessCommands(await two.signIn('agent1'));
  try {
    const known = [await decided()];
    // Replication stops, and jobs planned from here on are only in the Redis that dies.
    replica.freeze();
    const unknown = [await decided(), await decided()];
    await redis.kill();
    replica.thaw();
    await send(['REPLICAOF', 'NO', 'ONE'], replica.url);
    behind.port = Number(new URL(replica.url).port);
    route.cut();
    const before = commands.done();
    await until('commands go on', () => commands.done() > before + 4);
    await until(
      'both reach the promoted one',
      async () => (await one.server.jobs.counts()) !== null && (await two.server.jobs.counts()) !== null,
    );
    await allOnce([...known, ...unknown, await decided()]);
    await commands.stop();
    expect(commands.bad).toEqual([]);
    console.log(
      `failover to a lagging replica: ${commands.done()} commands answered, none refused, ${known.length + unknown.length + 1} timers once each`,
    );
  } finally {
    await commands.stop();
    await redis.start();
    behind.port = Number(new URL(redis.url).port);
    route.cut();
    await replica.stop();
  }
});

test('P22: a Redis that evicts is refused at the start, with one log line', async () => {
  const evicting = await ownRedis({
    flags: ['--appendonly', 'no', '--save', '', '--maxmemory-policy', 'allkeys-lru'],
  });
  try {
    await expect(
      openTestServer({ env: { REDIS_URL: evicting.url }, databaseUrl: one.databaseUrl, realTime: true }),
    ).rejects.toThrow(
      'REDIS_URL: this Redis throws keys away when its memory is full (maxmemory-policy allkeys-lru); set it to noeviction',
    );
  } finally {
    await evicting.stop();
  }
});
