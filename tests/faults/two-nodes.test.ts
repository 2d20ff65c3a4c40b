import type { AnyEvent } from '#tests/kit/any-event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSessions } from '#tests/kit/end-sessions.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { bringRedis, type TestRedis } from '#tests/kit/redis.ts';

let redis: TestRedis;
let one: TestServer;
let two: TestServer;
let verifier: Person;

beforeAll(async () => {
  redis = await bringRedis();
  one = await openTestServer({ env: { REDIS_URL: redis.url, UNDO_SECONDS: '2' }, realTime: true });
  two = await openTestServer({
    env: { REDIS_URL: redis.url, UNDO_SECONDS: '2' },
    databaseUrl: one.databaseUrl,
    realTime: true,
  });
  verifier = await one.signIn('verifier');
});
afterAll(async () => {
  await two?.close();
  await one?.close();
  await redis?.stop();
});

test('a session of one node is valid on the other, and ends on both', async () => {
  const lead = await two.signIn('lead');
  expect((await lead.get('/feeds/queue/signup-queue')).status).toBe(200);
  expect((await lead.at(one.url).get('/feeds/queue/signup-queue')).status).toBe(200);
  await endSessions(one.server, lead.empId);
  await until('signed out on both', async () => (await lead.get('/feeds/queue/signup-queue')).status === 401);
});

test('changes on one node appear on the other with the same numbers, and a position is valid on both', async () => {
  const here = await new FeedClient(one.url, verifier, 'queue/signup-queue').ready();
  const there = await new FeedClient(two.url, verifier.at(two.url), 'queue/signup-queue').ready();
  expect(there.epoch).toBe(here.epoch);
  const row = [...here.rows.values()].find(
    (candidate) =>
      candidate['state'] === 'waiting' && (candidate['submitter'] as { empId: number } | null)?.empId !== 103,
  )!;
  const claimed = await verifier.command(`queueitem-signup-queue-${row['id']}`, 'claim');
  expect(claimed.status, JSON.stringify(claimed.body)).toBe(200);
  const took = await until('seen there', () => there.rows.get(String(row['id']))?.['state'] === 'claimed');
  await until('same position', () => here.seq === there.seq && here.hash() === there.hash());
  const other = await two.signIn('verifier2');
  expect((await other.command(`queueitem-signup-queue-${row['id']}`, 'claim')).status).toBe(423);
  const position = { epoch: here.epoch, seq: here.seq };
  here.close();
  await verifier.at(two.url).command(`queueitem-signup-queue-${row['id']}`, 'release');
  await until('released', () => there.rows.get(String(row['id']))?.['state'] === 'waiting');
  const resumed = (await there.socket.emitWithAck('feed:open', {
    feed: 'queue/signup-queue',
    ...position,
  } as never)) as unknown as {
    mode: string;
    changes: unknown[];
  };
  expect(resumed.mode).toBe('resume');
  expect(resumed.changes.length).toBeGreaterThan(0);
  there.close();
  console.log(`one node to the other: ${took.toFixed(0)} ms`);
});

test('the viewer of a row on one node is shown on the other, and disappears with the connection', async () => {
  const second = await two.signIn('verifier2');
  const here = await new FeedClient(one.url, verifier, 'queue/signup-queue').ready();
  const there = await new FeedClient(two.url, second, 'queue/signup-queue').ready();
  const shown: { id: string; who: { name: string; state: string }[] }[] = [];
  there.socket.on('presence', (frame) => void shown.push(frame as never));
  const id = [...here.rows.keys()][0]!;
  here.socket.emit('presence', { feed: 'queue/signup-queue', id, state: 'editing' });
  await until('shown', () =>
    shown.some(
      (frame) =>
        frame.id === id && frame.who.some((who) => who.name === 'Kiran Joseph' && who.state === 'editing'),
    ),
  );
  here.close();
  await until(
    'gone',
    () =>
      shown.findLast((frame) => frame.id === id)?.who.every((who) => who.name !== 'Kiran Joseph') ?? false,
  );
  there.close();
});

test('fifty claims over two nodes: one winner', async () => {
  const rows = (await verifier.get('/feeds/queue/signup-queue')).body.rows as { id: string; state: string }[];
  const row = rows.find((candidate) => candidate.state === 'waiting' && candidate.id !== '301')!;
  const second = await two.signIn('verifier2');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      (i % 2 ? verifier : second).command(`queueitem-signup-queue-${row.id}`, 'claim'),
    ),
  );
  const winners = answers.filter((answer) => answer.status === 200 && answer.body.leaseId);
  expect(winners.length).toBeGreaterThanOrEqual(1);
  expect(new Set(winners.map((answer) => answer.body.leaseId)).size).toBe(1);
  const claims = (await one.server.log.readStream<AnyEvent>(`queueitem-signup-queue-${row.id}`)).filter(
    (event) => event.type === 'QueueItemClaimed',
  );
  expect(claims.at(-1)!.data.leaseId).toBe(winners[0]!.body.leaseId);
});
