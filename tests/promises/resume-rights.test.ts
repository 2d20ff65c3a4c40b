import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccessLog } from '#server/access/access-log.ts';
import type { FeedDelta } from '#shared/wire.ts';
import { signupArrives } from '#tests/kit/arriving-signup.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

/**
 * P15 and the masks on a resume: a position from before a right was taken away grants nothing, and changes
 * are masked like rows.
 */
const queue = 'queue/signup-queue';
let t: TestServer;
beforeAll(async () => {
  t = await openTestServer();
});
afterAll(() => t?.close());

const admin = () => t.server.access.people.viewer(1, null)!;
async function give(stream: string, command: string, input: object): Promise<void> {
  const expectedVersion = (await t.server.states.load(stream)).version;
  const handled = await t.server.handle({
    stream,
    command,
    input,
    viewer: admin(),
    correlationId: 'test',
    expectedVersion,
  });
  if ('refused' in handled) throw new Error(`${command}: ${handled.code} ${JSON.stringify(handled.details)}`);
}

let n = 6_000;
async function arrives(): Promise<string> {
  n += 1;
  return signupArrives(t, n);
}

test('every frame of a change is masked like the rows of a snapshot, in the queue and in the case itself', async () => {
  const person = await t.signIn('verifier');
  const frames: FeedDelta[] = [];
  const clients = [queue, 'case/signup'].map((feed) => {
    const client = new FeedClient(t.url, person, feed);
    client.socket.on('feed:delta', (frame) => void frames.push(frame));
    return client;
  });
  for (const client of clients) {
    await client.ready();
    expect(client.refused).toBeUndefined();
  }
  const shown = clients.map((client) => new Set(Object.keys([...client.rows.values()][0]!)));
  const id = await arrives();
  await until('the row came', () => clients.every((client) => client.rows.has(id)));
  await t.server.handle({
    stream: `queueitem-signup-queue-${id}`,
    command: 'pin',
    input: { pinned: true },
    viewer: admin(),
    correlationId: 'test',
  });
  await until('its change came', () => frames.length > 2);
  expect(JSON.stringify(frames)).not.toMatch(/555\d{7}/);
  clients.forEach((client, n) =>
    expect(Object.keys(client.rows.get(id)!).filter((key) => !shown[n]!.has(key))).toEqual([]),
  );
  for (const client of clients) client.close();
});

test('P15: a position from before the right was taken away is refused, on an open connection and on a new one', async () => {
  const person = await t.signIn('verifier');
  const client = await new FeedClient(t.url, person, queue).ready();
  const position = { epoch: client.epoch!, seq: client.seq! };
  const role = (await t.server.states.load('role-3')).state;
  const groups = JSON.parse(JSON.stringify(role.permissionGroupsList)) as any[];
  const without = groups
    .map((group) => ({
      ...group,
      entitiesList: group.entitiesList.filter((entity: any) => entity.vEntity !== 'signup-queue'),
    }))
    .filter((group) => group.entitiesList.length > 0);
  try {
    await give('role-3', 'changePermissions', { permissionGroupsList: without });
    await until('refused', () => client.refused !== undefined);
    await arrives();
    const again = new FeedClient(t.url, person, queue);
    await again.ready();
    for (const line of [client, again]) {
      const answer = (await line.socket.emitWithAck('feed:open', {
        feed: queue,
        ...position,
      } as never)) as unknown as Record<string, unknown>;
      expect(answer).toMatchObject({ ok: false, code: 'forbidden' });
      expect(answer).not.toHaveProperty('changes');
      line.close();
    }
  } finally {
    await give('role-3', 'changePermissions', { permissionGroupsList: groups });
  }
});

test('a refused feed is one row of the access log, however often it is requested', async () => {
  const person = await t.signIn('store');
  const client = new FeedClient(t.url, person, queue);
  await until('it is refused', () => client.refused === 'forbidden');
  for (let n = 0; n < 5; n += 1)
    expect(await client.socket.emitWithAck('feed:open', { feed: queue })).toMatchObject({
      ok: false,
      code: 'forbidden',
    });
  const rows = async () =>
    (await readAccessLog(t.server.pool, null, 100)).filter(
      (one) => one.objectType === 'feed' && one.empId === person.empId,
    );
  await until('it is written', async () => (await rows()).length > 0);
  expect(await rows()).toMatchObject([
    {
      action: 'denied',
      result: 'deny',
      sessionId: expect.any(String),
      ip: expect.stringMatching(/\S/),
      objectId: queue,
    },
  ]);
  client.close();
});
