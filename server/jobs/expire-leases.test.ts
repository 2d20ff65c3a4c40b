import { expect, test } from 'vitest';
import type { Pool } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { openLog } from '#server/store/log.ts';
import { freshStore } from '#tests/kit/fresh-store.ts';
import { openLeases } from './expire-leases.ts';
import { until } from '#tests/kit/feed-client.ts';
import { appendEvents } from '#tests/kit/append-events.ts';

const eventOf = (type: string, n: number, empId: number): Omit<StoredEvent, 'position'> => ({
  stream: `queueitem-probe-${n}`,
  version: type === 'QueueItemClaimed' ? 1 : 2,
  id: `${type}-${n}`,
  type,
  at: '2026-11-20T05:00:00.000Z',
  actor: { kind: 'user', empId: 1, name: 'agent1', sessionId: 's-0' } as never,
  // Whoever hands a call over is not the one who holds its row from then on.
  data: { leaseId: `lease-${n}`, empId, sessionId: 's-1' },
  correlationId: 'test',
  causationId: null,
  schemaVersion: 1,
});

/** Leases over a store that is away when the test says so. */
async function openProbe(
  handle: Parameters<typeof openLeases>[0]['handle'] = () =>
    Promise.reject(new Error('Nothing is over here.')),
  claimMs = 60_000,
) {
  const store = await freshStore(4);
  const log = await openLog(store.pool, {
    pollMs: 1_000,
    shared: false,
    onError: (error) => expect.fail(String(error)),
  });
  const faults: unknown[] = [];
  let away = false;
  const pool = new Proxy(store.pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
      return async (...args: Parameters<Pool['query']>) => {
        if (away) throw new Error('Connection terminated unexpectedly');
        return target.query(...args);
      };
    },
  });
  const leases = openLeases({
    works: true,
    pool,
    clock: { now: () => Date.now() },
    log,
    handle,
    access: { systemViewer: () => ({}) as never },
    held: async () => null,
    knobs: { claimMs, workMs: 60_000, graceMs: 60_000 },
    onError: (error) => faults.push(error),
  });
  return {
    store,
    faults,
    leases,
    events: (position: number) => log.readAfter(position - 1, 1),
    setAway: (now: boolean) => void (away = now),
    append: (type: string, n: number, empId = 103): Promise<unknown> =>
      appendEvents(log, [eventOf(type, n, empId)]),
    noted: async (): Promise<string[]> =>
      (await store.pool.query<{ lease_id: string }>('select lease_id from leases order by 1')).rows.map(
        (row) => row.lease_id,
      ),
    async close() {
      await leases.stop();
      await log.close();
      await store.close();
    },
  };
}

test('the row of a call that was handed over is noted for who has it now', async () => {
  const { append, store, noted, close } = await openProbe();
  try {
    await append('QueueItemTakenOver', 1, 102);
    await expect.poll(noted).toEqual(['lease-1']);
    const { rows } = await store.pool.query('select emp_id, session_id from leases');
    expect(rows).toEqual([{ emp_id: 102, session_id: 's-1' }]);
  } finally {
    await close();
  }
});

test('claims that could not be saved during an outage are saved afterwards, in sequence', async () => {
  const { append, noted, faults, setAway, close } = await openProbe();
  try {
    await append('QueueItemClaimed', 1);
    await expect.poll(noted).toEqual(['lease-1']);
    setAway(true);
    await append('QueueItemClaimed', 2);
    await expect.poll(() => faults.length).toBeGreaterThan(0);
    setAway(false);
    await append('QueueItemClaimed', 3);
    await expect.poll(noted, { timeout: 5_000 }).toEqual(['lease-1', 'lease-2', 'lease-3']);
  } finally {
    await close();
  }
});

test('a claim that the table cannot take is set aside until it ends, and those behind it are noted', async () => {
  const { store, append, noted, faults, close } = await openProbe();
  try {
    await append('QueueItemClaimed', 1);
    await append('QueueItemClaimed', 2, 2 ** 40);
    await append('QueueItemClaimed', 3);
    await expect.poll(noted).toEqual(['lease-1', 'lease-3']);
    expect((await store.pool.query('select consumer, position, type from set_aside')).rows).toEqual([
      { consumer: 'leases', position: '2', type: 'QueueItemClaimed' },
    ]);
    expect(faults.map(String)).toEqual([
      expect.stringContaining('leases: event 2 (QueueItemClaimed of queueitem-probe-2) was set aside: '),
    ]);
    await append('QueueItemReleased', 2);
    await expect.poll(async () => (await store.pool.query('select from set_aside')).rowCount).toBe(0);
  } finally {
    await close();
  }
});

test('a claim set aside is noted once it is tried again, unless it has ended meanwhile', async () => {
  const { store, append, noted, leases, events, close } = await openProbe();
  try {
    await append('QueueItemClaimed', 1);
    await append('QueueItemClaimed', 2);
    await append('QueueItemReleased', 2);
    await expect.poll(noted).toEqual(['lease-1']);
    await store.pool.query('delete from leases');
    for (const position of [1, 2]) await leases.take((await events(position))[0]!);
    expect(await noted()).toEqual(['lease-1']);
  } finally {
    await close();
  }
});

test('a lease that cannot be ended holds up no other', async () => {
  const asked = new Set<string>();
  const { append, noted, faults, close } = await openProbe(async ({ stream }) => {
    asked.add(stream);
    if (stream === 'queueitem-probe-1') throw new TypeError('nothing in it');
    return {} as never;
  }, 0);
  try {
    for (const n of [1, 2, 3]) await append('QueueItemClaimed', n);
    await until(
      'the others have ended',
      async () => asked.size === 3 && (await noted()).join() === 'lease-1',
    );
    expect(asked).toEqual(new Set(['queueitem-probe-1', 'queueitem-probe-2', 'queueitem-probe-3']));
    expect(String(faults[0])).toContain('nothing in it');
  } finally {
    await close();
  }
});
