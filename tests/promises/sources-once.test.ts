import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import {
  leadMessage,
  newSecret,
  openSourcesServer,
  prepareDatabase,
  type SourcesServer,
} from '#tests/kit/sources-server.ts';
import { goal } from '#tests/kit/tiers.ts';

/** P04: a webhook delivered five times, by any path and at any time, has one effect. */
const ids = 60;
const secret = newSecret();
let database: FreshDatabase;
const servers: SourcesServer[] = [];
const openNode = async (): Promise<SourcesServer> => {
  const node = await openSourcesServer({ url: database.url, secrets: new Map([['lead', [secret]]]) });
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

test(`P04: ${ids} ids, each five at once, five in a row, on a second node, after a restart, and four days later: effects = ids`, async () => {
  const first = await openNode();
  const second = await openNode();
  const statuses: number[] = [];
  const waits: number[] = [];
  const send = async (node: SourcesServer, n: number): Promise<void> => {
    const started = performance.now();
    const { status } = await node.webhook('lead', leadMessage(n, 1, { n }, '2026-11-18T04:00:00.000Z'), {
      id: `msg_${n}`,
      secret,
    });
    waits.push(performance.now() - started);
    statuses.push(status);
  };
  for (let n = 0; n < ids; n += 1) {
    await Promise.all([send(first, n), send(second, n), send(first, n), send(second, n), send(first, n)]);
    waits.length = 0;
    for (let i = 0; i < 5; i += 1) await send(first, n);
    await send(second, n);
  }
  await servers.shift()!.close();
  const restarted = await openNode();
  restarted.clock.pass(4 * 86_400_000);
  const repeats: number[] = [];
  for (let n = 0; n < ids; n += 1) {
    waits.length = 0;
    await send(restarted, n);
    repeats.push(waits[0]!);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  const events = await restarted.events();
  expect(events).toHaveLength(ids);
  expect(new Set(events.map((event) => event.stream)).size).toBe(ids);
  expect(repeats.sort((a, b) => a - b)[Math.floor(ids * 0.95)]!).toBeLessThan(goal(250));
});

test('P04: the same message under another webhook id, and another message under the same id, change nothing', async () => {
  const node = servers[0]!;
  const before = (await node.events()).length;
  expect(
    await node.webhook('lead', leadMessage(1, 1, { n: 1 }, '2026-11-18T04:00:00.000Z'), {
      id: 'other',
      secret,
    }),
  ).toMatchObject({
    status: 200,
    body: { effect: 'known' },
  });
  expect(await node.webhook('lead', leadMessage(1, 2, { n: 2 }), { id: 'msg_1', secret })).toMatchObject({
    status: 200,
    body: { effect: 'answered' },
  });
  expect((await node.events()).length).toBe(before);
});
