import { afterAll, beforeAll, expect, test } from 'vitest';
import { deadLetterRoutes } from '#server/sources/dead-letter-routes.ts';
import { retryParked } from '#server/sources/retry.ts';
import { leadMessage, openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';

/** P17: a poison message becomes a dead letter and can be replayed; everything else flows past it. */
const messages = 300;
const poison = Array.from({ length: 20 }, (_, i) => i * 15);
let it: SourcesServer;
beforeAll(async () => {
  it = await openSourcesServer({ register: deadLetterRoutes });
});
afterAll(() => it.close());

test(`P17: ${poison.length} poison among ${messages}: valid ones are applied at once, poison is dead-lettered after five attempts, and three simultaneous replays count once`, async () => {
  for (const n of poison) it.failing.streams.add(`mirror-lead-lead-${n}`);
  const answers = await Promise.all(
    Array.from({ length: messages }, (_, n) => it.webhook('lead', leadMessage(n, 1))),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(messages - poison.length);
  expect(answers.filter((answer) => answer.body.effect === 'parked')).toHaveLength(poison.length);
  expect(await it.webhook('lead', leadMessage(0, 2))).toMatchObject({ body: { effect: 'parked' } });
  for (const wait of [5_000, 30_000, 120_000 * 1.2, 600_000 * 1.2]) {
    it.clock.pass(wait);
    await retryParked(it.server);
  }
  const before = await it.events();
  expect(before).toHaveLength(messages - poison.length);
  const list = (
    await it.app.inject({ url: '/relay/dead-letters?records=100', headers: { 'x-as': 'admin' } })
  ).json() as {
    total: number;
    items: { id: string; attempts: number }[];
  };
  expect(list.total).toBe(poison.length);
  expect(list.items.every((letter) => letter.attempts === 5)).toBe(true);

  it.failing.streams.clear();
  await retryParked(it.server);
  const presses = await Promise.all(
    list.items.flatMap(({ id }) =>
      [1, 2, 3].map(() =>
        it.app.inject({
          method: 'POST',
          url: `/relay/dead-letters/${id}/replay`,
          headers: { 'x-as': 'admin' },
        }),
      ),
    ),
  );
  expect(presses.every((answer) => answer.statusCode === 200 || answer.statusCode === 409)).toBe(true);
  const after = (await it.events()).slice(before.length);
  const recorded = after.filter((event) => event.stream.startsWith('mirror-'));
  expect(new Set(recorded.map((event) => event.stream)).size).toBe(poison.length);
  expect(recorded).toHaveLength(poison.length + 1);
  expect(after.filter((event) => event.type === 'DeadLetterReplayRequested')).toHaveLength(presses.length);
  expect((await it.state('mirror-lead-lead-0')).version).toBe(2);
});
