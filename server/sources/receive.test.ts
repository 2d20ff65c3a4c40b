import type { AnyEvent } from '#tests/kit/any-event.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadMessage, openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';

let it: SourcesServer;
beforeAll(async () => {
  it = await openSourcesServer();
});
afterAll(() => it.close());

const count = async (sql: string, values: unknown[] = []): Promise<number> =>
  Number((await it.server.pool.query(sql, values)).rows[0].count);

test('a signed message is committed before it is answered, and once whatever its webhook id', async () => {
  const message = leadMessage(1, 1);
  const first = await it.webhook('lead', message, { id: 'a1' });
  expect(first).toMatchObject({ status: 200, body: { effect: 'applied', stream: 'mirror-lead-lead-1' } });
  expect(await it.server.log.readStream('mirror-lead-lead-1')).toHaveLength(1);
  expect(await it.webhook('lead', message, { id: 'a1' })).toMatchObject({
    status: 200,
    body: { effect: 'answered' },
  });
  expect(await it.webhook('lead', message, { id: 'a2' })).toMatchObject({
    status: 200,
    body: { effect: 'known' },
  });
  expect(await it.webhook('lead', leadMessage(1, 2), { id: 'a1' })).toMatchObject({
    status: 200,
    body: { effect: 'answered' },
  });
  expect(await it.server.log.readStream('mirror-lead-lead-1')).toHaveLength(1);
});

test('an older message is explained and changes nothing', async () => {
  await it.webhook('lead', leadMessage(2, 5, { name: 'new' }));
  expect(await it.webhook('lead', leadMessage(2, 4, { name: 'old' }))).toMatchObject({
    status: 200,
    body: { effect: 'ignored', reason: 'older' },
  });
  expect((await it.state('mirror-lead-lead-2')).data).toEqual({ name: 'new' });
});

test('an unusable body is answered 202 and becomes one dead letter', async () => {
  for (const body of [
    '{"half',
    'null',
    '[]',
    JSON.stringify({ ...leadMessage(3, 1), service: 'payment' }),
    JSON.stringify({ ...leadMessage(3, 1), modifiedAt: 'yesterday' }),
    JSON.stringify({ ...leadMessage(3, 1), data: { a: 'x\u0000y' } }),
    Buffer.from([0xff, 0xfe, 0x00]),
  ]) {
    const before = await count('select count(*) from dead_letters');
    expect(await it.webhook('lead', body)).toMatchObject({ status: 202, body: { effect: 'dead' } });
    expect(await it.webhook('lead', body)).toMatchObject({ status: 202, body: { effect: 'dead' } });
    expect(await count('select count(*) from dead_letters')).toBe(before + 1);
  }
  const letters = await count('select count(*) from dead_letters');
  await it.webhook('lead', leadMessage(30, 1), { id: 'used' });
  await it.webhook('lead', '{"garbage under a used id"', { id: 'used' });
  expect(await count('select count(*) from dead_letters')).toBe(letters);
});

test('an unknown entity is mirrored and answered 202', async () => {
  const message = { ...leadMessage(4, 1), entity: 'somethingNew', id: 'K-7/x' };
  expect(await it.webhook('lead', message)).toMatchObject({
    status: 202,
    body: { effect: 'applied', stream: 'mirror-lead-somethingNew-K-7%2Fx' },
  });
});

test('later messages of a failed subject wait behind it, others flow', async () => {
  it.failing.times = 1;
  expect(await it.webhook('lead', leadMessage(5, 1))).toMatchObject({
    status: 202,
    body: { effect: 'parked', reason: 'failed' },
  });
  expect(await it.webhook('lead', leadMessage(5, 2))).toMatchObject({
    status: 202,
    body: { effect: 'parked' },
  });
  expect(await it.webhook('lead', leadMessage(6, 1))).toMatchObject({
    status: 200,
    body: { effect: 'applied' },
  });
  expect(await it.server.log.readStream('mirror-lead-lead-5')).toHaveLength(0);
});

test('oversized, unknown, unconfigured and unsigned webhooks are refused', async () => {
  expect(await it.webhook('lead', `"${'x'.repeat(1024 * 1024)}"`)).toMatchObject({
    status: 413,
    body: { code: 'tooLarge', details: { limit: '1 MB' } },
  });
  expect((await it.webhook('nobody' as never, leadMessage(7, 1))).status).toBe(401);
  expect(
    (await it.app.inject({ method: 'POST', url: '/relay/webhooks/lead', payload: leadMessage(7, 1) }))
      .statusCode,
  ).toBe(401);
  expect(await it.server.log.readStream('mirror-lead-lead-7')).toHaveLength(0);
});

test('too many concurrent webhooks are refused with Retry-After', async () => {
  const small = await openSourcesServer({ atOnce: 2 });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => small.webhook('lead', leadMessage(100 + i, 1))),
  );
  expect(answers.filter((answer) => answer.status === 429).length).toBeGreaterThan(0);
  const retried = await Promise.all(
    answers
      .filter((answer) => answer.status === 429)
      .slice(0, 2)
      .map((_, i) => small.webhook('lead', leadMessage(200 + i, 1))),
  );
  expect(retried.map((answer) => answer.status)).toEqual([200, 200]);
  await small.close();
});

test('a list of messages is taken whole, with one result and one effect each', async () => {
  const messages = [
    ...Array.from({ length: 120 }, (_, n) => leadMessage(700 + n, 1)),
    leadMessage(700, 2),
    { ...leadMessage(900, 1), service: 'payment' },
  ];
  const before = await count('select count(*) from dead_letters');
  const first = await it.webhook('lead', JSON.stringify(messages), { id: 'many-1' });
  expect(first).toMatchObject({ status: 202, body: { effect: 'many' } });
  const { results } = first.body as { results: { effect: string; stream?: string }[] };
  expect(results.map(({ effect }) => effect)).toEqual([
    ...Array.from({ length: 121 }, () => 'applied'),
    'dead',
  ]);
  expect(results[0]!.stream).toBe('mirror-lead-lead-700');
  expect(
    (await it.server.log.readStream<AnyEvent>('mirror-lead-lead-700')).map((event) => event.data.version),
  ).toEqual([1, 2]);
  expect(await count('select count(*) from dead_letters')).toBe(before + 1);

  expect(await it.webhook('lead', JSON.stringify(messages), { id: 'many-1' })).toMatchObject({
    status: 200,
    body: { effect: 'answered' },
  });
  const again = await it.webhook('lead', JSON.stringify(messages.slice(0, 121)), { id: 'many-2' });
  expect(again).toMatchObject({ status: 200, body: { effect: 'many' } });
  expect(
    (again.body as { results: { effect: string }[] }).results.every(({ effect }) => effect === 'known'),
  ).toBe(true);
  expect(await it.server.log.readStream('mirror-lead-lead-701')).toHaveLength(1);

  const tooMany = await it.webhook(
    'lead',
    JSON.stringify(Array.from({ length: 1_001 }, (_, n) => ({ id: n }))),
    { id: 'many-3' },
  );
  expect(tooMany).toMatchObject({ status: 202, body: { effect: 'dead', reason: 'tooMany' } });
});
