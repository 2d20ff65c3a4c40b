import { afterAll, beforeAll, expect, test } from 'vitest';
import { deadLetterDoors } from '#server/sources/dead-letter-doors.ts';
import { retryParked } from '#server/sources/retry.ts';
import { leadFact, openSourcesHouse, type SourcesHouse } from '#tests/kit/sources-house.ts';

/** P17: a poison message goes to the dead letters and can be replayed; everything else flows past it. */
const facts = 300;
const poison = Array.from({ length: 20 }, (_, i) => i * 15);
let it: SourcesHouse;
beforeAll(async () => {
  it = await openSourcesHouse({ register: deadLetterDoors });
});
afterAll(() => it.close());

test(`P17: ${poison.length} poison among ${facts}: the good ones are done at once, the poison is dead after five attempts, each replayed three times at once it counts once`, async () => {
  for (const n of poison) it.failing.streams.add(`mirror-lead-lead-${n}`);
  const answers = await Promise.all(Array.from({ length: facts }, (_, n) => it.webhook('lead', leadFact(n, 1))));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(facts - poison.length);
  expect(answers.filter((answer) => answer.body.effect === 'parked')).toHaveLength(poison.length);
  expect(await it.webhook('lead', leadFact(0, 2))).toMatchObject({ body: { effect: 'parked' } });
  for (const wait of [5_000, 30_000, 120_000 * 1.2, 600_000 * 1.2]) {
    it.clock.pass(wait);
    await retryParked(it.house);
  }
  const before = await it.events();
  expect(before).toHaveLength(facts - poison.length);
  const list = (await it.app.inject({ url: '/relay/dead-letters?records=100', headers: { 'x-as': 'admin' } })).json() as {
    total: number;
    items: { id: string; attempts: number }[];
  };
  expect(list.total).toBe(poison.length);
  expect(list.items.every((letter) => letter.attempts === 5)).toBe(true);

  it.failing.streams.clear();
  await retryParked(it.house);
  const presses = await Promise.all(
    list.items.flatMap(({ id }) =>
      [1, 2, 3].map(() => it.app.inject({ method: 'POST', url: `/relay/dead-letters/${id}/replay`, headers: { 'x-as': 'admin' } })),
    ),
  );
  expect(presses.every((answer) => answer.statusCode === 200 || answer.statusCode === 409)).toBe(true);
  const after = (await it.events()).slice(before.length);
  const recorded = after.filter((event) => event.stream.startsWith('mirror-'));
  expect(new Set(recorded.map((event) => event.stream)).size).toBe(poison.length);
  expect(recorded).toHaveLength(poison.length + 1);
  expect(after.filter((event) => event.type === 'DeadLetterReplayAsked')).toHaveLength(presses.length);
  expect((await it.state('mirror-lead-lead-0')).version).toBe(2);
});
