import { expect, test } from 'vitest';
import type { Pool } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { openLog } from '#server/store/log.ts';
import { freshStore } from '#tests/kit/fresh-store.ts';
import { openLeases } from './expire-leases.ts';

const claimed = (n: number): Omit<StoredEvent, 'position'> => ({
  stream: `queueitem-probe-${n}`,
  version: 1,
  id: `claim-${n}`,
  type: 'QueueItemClaimed',
  at: '2026-11-20T05:00:00.000Z',
  actor: { kind: 'user', empId: 103, name: 'agent1', sessionId: 's-1' } as never,
  data: { leaseId: `lease-${n}` },
  correlationId: 'test',
  causationId: null,
  schemaVersion: 1,
});

test('claims that could not be saved during an outage are saved afterwards, in sequence', async () => {
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
    handle: () => Promise.reject(new Error('Nothing is over here.')),
    access: { systemViewer: () => ({}) as never },
    held: async () => null,
    knobs: { claimMs: 60_000, workMs: 60_000, graceMs: 60_000 },
    onError: (error) => faults.push(error),
  });
  const claim = (n: number): Promise<unknown> =>
    log.append({
      commandId: null,
      requestHash: null,
      answer: null,
      sourceKey: null,
      expected: [],
      events: [claimed(n)],
    });
  const noted = async (): Promise<string[]> =>
    (await store.pool.query<{ lease_id: string }>('select lease_id from leases order by 1')).rows.map(
      (row) => row.lease_id,
    );
  try {
    await claim(1);
    await expect.poll(noted).toEqual(['lease-1']);
    away = true;
    await claim(2);
    await expect.poll(() => faults.length).toBeGreaterThan(0);
    away = false;
    await claim(3);
    await expect.poll(noted, { timeout: 5_000 }).toEqual(['lease-1', 'lease-2', 'lease-3']);
  } finally {
    await leases.stop();
    await log.close();
    await store.close();
  }
});
