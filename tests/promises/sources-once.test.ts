import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { leadFact, newSecret, openSourcesHouse, prepareDatabase, type SourcesHouse } from '#tests/kit/sources-house.ts';
import { goal } from '#tests/kit/tiers.ts';

/** P04: a webhook delivered five times, by whatever road and whenever, has one effect. */
const ids = 60;
const secret = newSecret();
let database: FreshDatabase;
const houses: SourcesHouse[] = [];
const openNode = async (): Promise<SourcesHouse> => {
  const node = await openSourcesHouse({ url: database.url, secrets: new Map([['lead', [secret]]]) });
  houses.push(node);
  return node;
};
beforeAll(async () => {
  database = await freshDatabase({ name: 'sources', prepare: prepareDatabase });
});
afterAll(async () => {
  for (const node of houses) await node.close();
  await database.drop();
});

test(`P04: ${ids} ids, each five at once, five in a row, on a second node, after a restart, and four days later: effects = ids`, async () => {
  const first = await openNode();
  const second = await openNode();
  const statuses: number[] = [];
  const waits: number[] = [];
  const tell = async (node: SourcesHouse, n: number): Promise<void> => {
    const started = performance.now();
    const { status } = await node.webhook('lead', leadFact(n, 1, { n }, '2026-11-18T04:00:00.000Z'), { id: `msg_${n}`, secret });
    waits.push(performance.now() - started);
    statuses.push(status);
  };
  for (let n = 0; n < ids; n += 1) {
    await Promise.all([tell(first, n), tell(second, n), tell(first, n), tell(second, n), tell(first, n)]);
    waits.length = 0;
    for (let i = 0; i < 5; i += 1) await tell(first, n);
    await tell(second, n);
  }
  await houses.shift()!.close();
  const restarted = await openNode();
  restarted.clock.pass(4 * 86_400_000);
  const repeats: number[] = [];
  for (let n = 0; n < ids; n += 1) {
    waits.length = 0;
    await tell(restarted, n);
    repeats.push(waits[0]!);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  const events = await restarted.events();
  expect(events).toHaveLength(ids);
  expect(new Set(events.map((event) => event.stream)).size).toBe(ids);
  expect(repeats.sort((a, b) => a - b)[Math.floor(ids * 0.95)]!).toBeLessThan(goal(250));
});

test('P04: the same fact under another webhook id, and another fact under the same id, change nothing', async () => {
  const node = houses[0]!;
  const before = (await node.events()).length;
  expect(await node.webhook('lead', leadFact(1, 1, { n: 1 }, '2026-11-18T04:00:00.000Z'), { id: 'other', secret })).toMatchObject({
    status: 200,
    body: { effect: 'known' },
  });
  expect(await node.webhook('lead', leadFact(1, 2, { n: 2 }), { id: 'msg_1', secret })).toMatchObject({ status: 200, body: { effect: 'answered' } });
  expect((await node.events()).length).toBe(before);
});
