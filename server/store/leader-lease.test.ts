import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openLeaderLease, stillLeased, type LeaderLease } from './leader-lease.ts';

let store: FreshStore;
let pool: Pool;
beforeAll(async () => {
  store = await freshStore();
  pool = store.pool;
});
afterAll(async () => {
  await store.close();
});

const spanMs = 1_200;
const faults: unknown[] = [];
const onError = (error: unknown): void => void faults.push(error);
const mayDo = async (name: string, term: number): Promise<boolean> =>
  (await pool.query(`select 1 where ${stillLeased(1)}`, [term, name])).rowCount === 1;

test('one of many nodes holds the lease; once released, another takes it in a new term', async () => {
  const many = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      openLeaderLease({ pool, name: 'many', holder: `node-${i}`, spanMs, onError }),
    ),
  );
  const holding = (): LeaderLease[] => many.filter((leader) => leader.term() !== null);
  expect(holding()).toHaveLength(1);
  const first = holding()[0]!;
  expect(await mayDo('many', first.term()!)).toBe(true);
  const term = first.term()!;
  await first.stop();
  expect(first.term()).toBeNull();
  expect(await mayDo('many', term)).toBe(false);
  await until('taken by another', () => holding().length === 1, 20_000);
  expect(holding()[0]!.term()).toBe(term + 1);
  for (const leader of many) await leader.stop();
});

test('a holder that cannot renew loses the lease first, and its later writes are refused', async () => {
  let frozen = false;
  // The connection of a frozen node never answers.
  const cold = {
    query: (...args: unknown[]) =>
      frozen ? new Promise(() => undefined) : (pool.query as (...all: unknown[]) => unknown)(...args),
  };
  const old = await openLeaderLease({ pool: cold as never, name: 'cold', holder: 'old', spanMs, onError });
  const young = await openLeaderLease({ pool, name: 'cold', holder: 'young', spanMs, onError });
  const term = old.term()!;
  expect(young.term()).toBeNull();
  frozen = true;
  let both = 0;
  await until('taken over', () => {
    if (old.term() !== null && young.term() !== null) both += 1;
    return young.term() !== null;
  });
  expect(both).toBe(0);
  expect(old.term()).toBeNull();
  expect(young.term()).toBe(term + 1);
  expect(await mayDo('cold', term)).toBe(false);
  expect(await mayDo('cold', term + 1)).toBe(true);
  await young.stop();
});

test('a short database outage takes the lease from nobody; after a long one nobody holds it', async () => {
  let away = false;
  const shaky = {
    query: (...args: unknown[]) =>
      away
        ? Promise.reject(new Error('away'))
        : (pool.query as (...all: unknown[]) => Promise<unknown>)(...args),
  };
  const leader = await openLeaderLease({
    pool: shaky as never,
    name: 'shaky',
    holder: 'one',
    spanMs,
    onError,
  });
  const term = leader.term();
  away = true;
  await until('renewals failed', () => faults.some((fault) => String(fault).includes('away')), 20_000);
  await until('given up', () => leader.term() === null, 20_000);
  away = false;
  await until('taken again', () => leader.term() !== null, 20_000);
  expect(leader.term()).toBe(term);
  await leader.stop();
});
