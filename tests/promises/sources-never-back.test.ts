import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceOf } from '#server/sources/register.ts';
import { dice } from '#server/simulate/dice.ts';
import { openWorld } from '#server/simulate/world.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';

/**
 * P06: late or shuffled source messages never move a record backwards. Sign-ups, through the webhook route
 * and the real store.
 */
let it: SourcesServer;
beforeAll(async () => {
  it = await openSourcesServer();
});
afterAll(() => it.close());

const streamOf = async (id: number): Promise<string> =>
  (
    await it.server.pool.query<{ stream: string }>(
      "select stream from source_ids where service = 'customer' and entity = 'signup' and outside_id = $1",
      [String(id)],
    )
  ).rows[0]!.stream;

async function send(messages: readonly SourceMessage[], as: number): Promise<unknown> {
  for (const message of messages)
    expect((await it.webhook('customer', { ...message, id: as })).status).toBe(200);
  const { stage, record, source } = await it.state(await streamOf(as));
  return { stage, record, source };
}

test('P06: shuffled histories of sign-ups end as sorted ones do', async () => {
  const chance = dice(6);
  let outside = 0;
  for (let round = 0; round < 12; round += 1) {
    const world = openWorld(chance, 10_000 + round * 100);
    const start = it.clock.now() - 3_600_000;
    const byThing = new Map<number, SourceMessage[]>();
    for (let i = 0; i < 12; i += 1) {
      const message = world.change('customer', 'signup', start + i * 60_000);
      byThing.set(Number(message.id), [...(byThing.get(Number(message.id)) ?? []), message]);
    }
    for (const messages of byThing.values()) {
      if (messages.length < 2) continue;
      const inOrder = await send(messages, (outside += 1));
      for (let i = 0; i < 3; i += 1) {
        const shuffled = messages
          .map((message) => ({ message, rank: chance.next() }))
          .sort((a, b) => a.rank - b.rank)
          .map((one) => one.message);
        expect(await send(shuffled, (outside += 1))).toEqual(inOrder);
      }
    }
  }
  expect(outside).toBeGreaterThan(40);
});

test('the example in the documentation creates a case in the queue, under a number of our own', async () => {
  const { example } = resourceOf('customer', 'signup')!;
  const message: SourceMessage = {
    service: 'customer',
    entity: 'signup',
    id: 987_654,
    version: 1,
    modifiedAt: '2026-11-18T05:00:00.000Z',
    ...example,
  };
  expect(await it.webhook('customer', message)).toMatchObject({ status: 200, body: { effect: 'applied' } });
  const stream = await streamOf(987_654);
  expect(stream).not.toBe('signup-987654');
  const state = await it.state(stream);
  expect(state).toMatchObject({
    stage: 'submitted',
    record: {
      pooId: 1,
      applicant: { name: 'Lakshmi Iyer', phone: '5550140301' },
      patients: [{ name: 'Lakshmi Iyer' }],
    },
  });
  expect(
    (await it.server.log.readStream(`queueitem-signup-queue-${stream.slice(7)}`)).map((event) => event.type),
  ).toEqual(['QueueItemEntered']);
  expect(
    await it.webhook('customer', {
      ...message,
      version: 2,
      data: { ...message.data, vCustFname: 'x'.repeat(300) },
    }),
  ).toMatchObject({
    status: 202,
    body: { effect: 'dead', reason: 'refused' },
  });
});
