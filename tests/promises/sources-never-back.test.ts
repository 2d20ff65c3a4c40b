import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceOf } from '#server/sources/register.ts';
import { dice } from '#server/simulate/dice.ts';
import { openWorld } from '#server/simulate/world.ts';
import type { SourceFact } from '#shared/wire.ts';
import { openSourcesHouse, type SourcesHouse } from '#tests/kit/sources-house.ts';

/** P06: late or shuffled source facts never move a record backwards. Sign-ups, through the door and the real store. */
let it: SourcesHouse;
beforeAll(async () => {
  it = await openSourcesHouse();
});
afterAll(() => it.close());

const streamOf = async (id: number): Promise<string> =>
  (
    await it.house.pool.query<{ stream: string }>("select stream from source_ids where service = 'customer' and entity = 'signup' and outside_id = $1", [
      String(id),
    ])
  ).rows[0]!.stream;

async function tell(facts: readonly SourceFact[], as: number): Promise<unknown> {
  for (const fact of facts) expect((await it.webhook('customer', { ...fact, id: as })).status).toBe(200);
  const { stage, record, source } = await it.state(await streamOf(as));
  return { stage, record, source };
}

test('P06: shuffled histories of sign-ups end as they would in order', async () => {
  const chance = dice(6);
  let outside = 0;
  for (let round = 0; round < 12; round += 1) {
    const world = openWorld(chance, 10_000 + round * 100);
    const start = it.clock.now() - 3_600_000;
    const byThing = new Map<number, SourceFact[]>();
    for (let i = 0; i < 12; i += 1) {
      const fact = world.change('customer', 'signup', start + i * 60_000);
      byThing.set(Number(fact.id), [...(byThing.get(Number(fact.id)) ?? []), fact]);
    }
    for (const facts of byThing.values()) {
      if (facts.length < 2) continue;
      const inOrder = await tell(facts, (outside += 1));
      for (let i = 0; i < 3; i += 1) {
        const shuffled = facts
          .map((fact) => ({ fact, rank: chance.next() }))
          .sort((a, b) => a.rank - b.rank)
          .map((one) => one.fact);
        expect(await tell(shuffled, (outside += 1))).toEqual(inOrder);
      }
    }
  }
  expect(outside).toBeGreaterThan(40);
});

test('the example of the documents makes a case in the queue, under a number of our own', async () => {
  const { example } = resourceOf('customer', 'signup')!;
  const fact: SourceFact = { service: 'customer', entity: 'signup', id: 987_654, version: 1, modifiedAt: '2026-11-18T05:00:00.000Z', ...example };
  expect(await it.webhook('customer', fact)).toMatchObject({ status: 200, body: { effect: 'applied' } });
  const stream = await streamOf(987_654);
  expect(stream).not.toBe('signup-987654');
  const state = await it.state(stream);
  expect(state).toMatchObject({
    stage: 'submitted',
    record: { pooId: 1, applicant: { name: 'Lakshmi Iyer', phone: '5550140301' }, patients: [{ name: 'Lakshmi Iyer' }] },
  });
  expect((await it.house.log.readStream(`queueitem-signup-queue-${stream.slice(7)}`)).map((event) => event.type)).toEqual(['QueueItemEntered']);
  expect(await it.webhook('customer', { ...fact, version: 2, data: { ...fact.data, vCustFname: '<script>' } })).toMatchObject({
    status: 202,
    body: { effect: 'dead', reason: 'refused' },
  });
});
