import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '#tests/kit/feed-client.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { openLog } from './log.ts';
import { ulidMaker } from './ulid.ts';

let store: FreshStore;
beforeAll(async () => {
  store = await freshStore();
});
afterAll(async () => {
  await store?.close();
});

const newId = ulidMaker(Date.now);
const system = { kind: 'system', empId: null, name: 'test' } as const;
const coin = (stream: string, version: number) => ({
  commandId: null,
  requestHash: null,
  answer: null,
  sourceKey: null,
  expected: [[stream, version - 1]] as const,
  events: [
    {
      id: newId(),
      stream,
      version,
      type: 'CoinAdded',
      at: new Date().toISOString(),
      actor: system,
      data: {},
      correlationId: 'test',
    },
  ],
});

test('a commit that completes after its connection broke becomes known without another write', async () => {
  const connections: PoolClient[] = [];
  store.pool.on('acquire', (connection) => void connections.push(connection));
  const faults: unknown[] = [];
  const log = await openLog(store.pool, {
    pollMs: 1_000,
    shared: false,
    onError: (error) => faults.push(error),
  });
  const other = new Client({ connectionString: store.url });
  await other.connect();
  try {
    await log.append(coin('jar-1', 1));
    expect(log.head()).toBe(1);
    const writer = connections.at(-1)!;
    // The next writer waits for the lock of the log.
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(7311)');
    const unanswered = log.append(coin('jar-1', 2)).catch((error: unknown) => error);
    const { processID } = writer as unknown as { processID: number };
    await until(
      'waits',
      async () =>
        (await other.query('select 1 from pg_locks where pid = $1 and not granted', [processID])).rowCount ===
        1,
    );
    (writer as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    expect(String(await unanswered)).toMatch(/Connection terminated/);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(log.head()).toBe(1);
    await other.query('commit');
    await until('known', () => log.head() === 2);
    expect(faults).toEqual([]);
  } finally {
    await other.end();
    await log.close();
  }
});

test('events are read one at a time; those of other streams are skipped and counted', async () => {
  const log = await openLog(store.pool, {
    pollMs: 1_000,
    shared: false,
    onError: (error) => expect.fail(String(error)),
  });
  try {
    const from = log.head();
    for (const [stream, version] of [
      ['purse-1', 1],
      ['chest-1', 1],
      ['purse-1', 2],
      ['chest-1', 2],
    ] as const)
      await log.append(coin(stream, version));
    const given: string[] = [];
    const some = await log.eachAfter(from, 3, new Set(['purse']), (event) =>
      given.push(`${event.stream} ${event.version}`),
    );
    expect(given).toEqual(['purse-1 1', 'purse-1 2']);
    expect(some).toEqual({ count: 3, last: from + 3 });
    // The end is reached although no event matched.
    expect(
      await log.eachAfter(some.last, 3, new Set(['purse']), (event) => given.push(event.stream)),
    ).toEqual({ count: 1, last: from + 4 });
    expect(await log.eachAfter(from + 4, 3, new Set(['purse']), (event) => given.push(event.stream))).toEqual(
      { count: 0, last: from + 4 },
    );
    expect(given).toHaveLength(2);
  } finally {
    await log.close();
  }
});
