import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SourceMessage } from '#shared/wire.ts';
import { resourceOf } from '#server/sources/register.ts';
import { retryParked } from '#server/sources/retry.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import {
  newSecret,
  openSourcesServer,
  prepareDatabase,
  type SourcesServer,
} from '#tests/kit/sources-server.ts';

/** One sign-up has one stream, whichever node and webhook deliver it. */
const secret = newSecret();
const secrets = new Map([['customer' as const, [secret]]]);
let database: FreshDatabase;
const servers: SourcesServer[] = [];
const openNode = async (): Promise<SourcesServer> => {
  const node = await openSourcesServer({ url: database.url, secrets });
  servers.push(node);
  return node;
};
beforeAll(async () => {
  database = await freshDatabase({ name: 'sources', prepare: prepareDatabase });
});
afterAll(async () => {
  for (const node of servers) await node.close();
  await database.drop();
});

const phoneOf = (id: number): string => `555${String(id).padStart(7, '0')}`;
const signup = (
  id: number,
  version: number,
  more: Readonly<Record<string, unknown>> = {},
): SourceMessage => ({
  service: 'customer',
  entity: 'signup',
  id,
  version,
  modifiedAt: new Date(Date.parse('2026-11-18T04:00:00.000Z') + version * 1_000).toISOString(),
  change: 'submitted',
  data: {
    ...resourceOf('customer', 'signup')!.example.data,
    vAddress: `${version}, 3rd Cross, 5th Block`,
    vPhone: phoneOf(id),
    ...more,
  },
});

const streamsOf = async (node: SourcesServer, id: number): Promise<string[]> =>
  (
    await node.server.pool.query<{ stream: string }>(
      "select stream from source_ids where service = 'customer' and entity = 'signup' and outside_id = $1",
      [String(id)],
    )
  ).rows.map((row) => row.stream);
const received = async (node: SourcesServer, stream: string): Promise<number> =>
  (await node.events()).filter((event) => event.stream === stream).length;

test('each new sign-up and its later versions share one stream', async () => {
  const node = await openNode();
  for (const id of [1, 2, 3]) {
    expect(await node.webhook('customer', signup(id, 1), { secret })).toMatchObject({
      status: 200,
      body: { effect: 'applied' },
    });
    expect(await node.webhook('customer', signup(id, 2), { secret })).toMatchObject({
      status: 200,
      body: { effect: 'applied' },
    });
  }
  const streams = (await Promise.all([1, 2, 3].map((id) => streamsOf(node, id)))).flat();
  expect(new Set(streams).size).toBe(3);
  for (const stream of streams) expect(await received(node, stream)).toBeGreaterThanOrEqual(2);
});

test('received again, by the same webhook or another, it has no second effect, even on a node with an empty memory', async () => {
  const [node] = servers;
  const young = await openNode();
  const before = (await node!.events()).length;
  const first = signup(4, 1);
  expect(await node!.webhook('customer', first, { id: 'msg_four', secret })).toMatchObject({
    body: { effect: 'applied' },
  });
  const after = (await node!.events()).length;
  expect(after).toBeGreaterThan(before);
  for (const one of [node!, young]) {
    expect(await one.webhook('customer', first, { id: 'msg_four', secret })).toMatchObject({
      status: 200,
      body: { effect: 'answered' },
    });
    expect(await one.webhook('customer', first, { secret })).toMatchObject({
      status: 200,
      body: { effect: 'known' },
    });
  }
  // The same version with other content is still the same message.
  expect(
    await young.webhook('customer', { ...first, modifiedAt: '2026-11-18T04:00:09.000Z' }, { secret }),
  ).toMatchObject({ body: { effect: 'known' } });
  expect((await node!.events()).length).toBe(after);
  expect(await streamsOf(node!, 4)).toHaveLength(1);
});

test('two nodes that receive different messages about a new record at the same moment give it one stream', async () => {
  const [one, two] = servers;
  for (let id = 100; id < 120; id += 1) {
    const answers = await Promise.all([
      one!.webhook('customer', signup(id, 1), { secret }),
      two!.webhook('customer', signup(id, 2), { secret }),
      two!.webhook('customer', signup(id, 1), { secret }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    const streams = await streamsOf(one!, id);
    expect(streams).toHaveLength(1);
    expect(
      (await one!.events())
        .filter((event) => JSON.stringify(event.data).includes(phoneOf(id)))
        .map((event) => event.stream),
    ).toEqual(expect.arrayContaining(streams));
  }
  const numbers = (await one!.events())
    .filter((event) => event.stream.startsWith('signup-'))
    .map((event) => event.stream);
  const known = (
    await one!.server.pool.query<{ stream: string }>("select stream from source_ids where entity = 'signup'")
  ).rows.map((row) => row.stream);
  expect(new Set(numbers)).toEqual(new Set(known));
});

test('messages wait behind a parked one of their subject, and a dead letter stays one', async () => {
  const [node] = servers;
  node!.failing.times = 1;
  expect(await node!.webhook('customer', signup(200, 1), { secret })).toMatchObject({
    status: 202,
    body: { effect: 'parked' },
  });
  expect(await node!.webhook('customer', signup(200, 2), { secret })).toMatchObject({
    body: { effect: 'parked' },
  });
  node!.clock.pass(6_000);
  await retryParked(node!.server);
  await retryParked(node!.server);
  const streams = await streamsOf(node!, 200);
  expect(streams).toHaveLength(1);
  expect(await received(node!, streams[0]!)).toBeGreaterThanOrEqual(2);
  expect(await node!.webhook('customer', signup(200, 2), { secret })).toMatchObject({
    body: { effect: 'known' },
  });

  const bad = signup(201, 1, { vPhone: 'none' });
  expect(await node!.webhook('customer', bad, { secret })).toMatchObject({
    status: 202,
    body: { effect: 'dead' },
  });
  expect(await node!.webhook('customer', bad, { secret })).toMatchObject({
    body: { effect: 'dead', reason: 'deadBefore' },
  });
  expect(await node!.webhook('customer', signup(201, 2), { secret })).toMatchObject({
    body: { effect: 'applied' },
  });
  expect(await streamsOf(node!, 201)).toHaveLength(1);
});
