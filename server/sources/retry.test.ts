import type { AnyEvent } from '#tests/kit/any-event.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leadMessage, openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';
import { retryParked } from './retry.ts';

let it: SourcesServer;
beforeEach(async () => {
  it = await openSourcesServer();
});
afterEach(() => it.close());

const versions = async (id: number): Promise<number[]> =>
  (await it.server.log.readStream<AnyEvent>(`mirror-lead-lead-${id}`)).map((event) => event.data.version);
const after = async (ms: number): Promise<number> => {
  it.clock.pass(ms);
  return retryParked(it.server, () => 0.5);
};

test('a failed message is retried after 5 s, and those behind it follow in order', async () => {
  it.failing.times = 1;
  for (const version of [1, 2, 3])
    expect(await it.webhook('lead', leadMessage(1, version))).toMatchObject({ status: 202 });
  expect(await after(4_000)).toBe(0);
  expect(await versions(1)).toEqual([]);
  expect(await after(1_000)).toBe(1);
  expect(await after(0)).toBe(1);
  expect(await after(0)).toBe(1);
  expect(await versions(1)).toEqual([1, 2, 3]);
  expect(await it.webhook('lead', leadMessage(1, 4))).toMatchObject({ status: 200 });
});

test('after five attempts a message is dead-lettered with its log, and the next one goes on', async () => {
  it.failing.times = 5;
  await it.webhook('lead', leadMessage(2, 1));
  await it.webhook('lead', leadMessage(2, 2));
  for (const wait of [5_000, 30_000, 120_000]) {
    expect(await after(wait - 1)).toBe(0);
    expect(await after(1)).toBe(0);
  }
  expect(await after(600_000)).toBe(1);
  expect(it.failing.times).toBe(0);
  const { rows } = await it.server.pool.query('select reason, error, attempts, log from dead_letters');
  expect(rows).toMatchObject([{ reason: 'failed', error: 'hurt', attempts: 5 }]);
  expect(JSON.parse(rows[0].log)).toHaveLength(5);
  expect(await after(0)).toBe(1);
  expect(await versions(2)).toEqual([2]);
  expect(await it.webhook('lead', leadMessage(2, 1))).toMatchObject({
    status: 202,
    body: { effect: 'dead', reason: 'deadBefore' },
  });
});

test('the same message is parked once', async () => {
  it.failing.times = 1;
  await it.webhook('lead', leadMessage(3, 1));
  await it.webhook('lead', leadMessage(3, 1));
  expect(await after(5_000)).toBe(1);
  expect(await after(600_000)).toBe(0);
  expect(await versions(3)).toEqual([1]);
});
