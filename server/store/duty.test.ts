import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openDuty, stillHolds, type Duty } from './duty.ts';

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
const mayDo = async (name: string, term: number): Promise<boolean> => (await pool.query(`select 1 where ${stillHolds(1)}`, [term, name])).rowCount === 1;

test('of many one holds it; laid down, another takes it in a new term', async () => {
  const many = await Promise.all(Array.from({ length: 8 }, (_, i) => openDuty({ pool, name: 'many', holder: `node-${i}`, spanMs, onError })));
  const holding = (): Duty[] => many.filter((duty) => duty.term() !== null);
  expect(holding()).toHaveLength(1);
  const first = holding()[0]!;
  expect(await mayDo('many', first.term()!)).toBe(true);
  const term = first.term()!;
  await first.stop();
  expect(first.term()).toBeNull();
  expect(await mayDo('many', term)).toBe(false);
  await until('taken by another', () => holding().length === 1, 20_000);
  expect(holding()[0]!.term()).toBe(term + 1);
  for (const duty of many) await duty.stop();
});

test('a holder that cannot renew loses it before another has it, and what it still wants to write is refused', async () => {
  let frozen = false;
  // The line of a frozen node: asked, it says nothing.
  const cold = { query: (...asked: unknown[]) => (frozen ? new Promise(() => undefined) : (pool.query as (...all: unknown[]) => unknown)(...asked)) };
  const old = await openDuty({ pool: cold as never, name: 'cold', holder: 'old', spanMs, onError });
  const young = await openDuty({ pool, name: 'cold', holder: 'young', spanMs, onError });
  const term = old.term()!;
  expect(young.term()).toBeNull();
  frozen = true;
  let both = 0;
  await until(
    'taken over',
    () => {
      if (old.term() !== null && young.term() !== null) both += 1;
      return young.term() !== null;
    },
    20_000,
  );
  expect(both).toBe(0);
  expect(old.term()).toBeNull();
  expect(young.term()).toBe(term + 1);
  expect(await mayDo('cold', term)).toBe(false);
  expect(await mayDo('cold', term + 1)).toBe(true);
  await young.stop();
});

test('a database that is away for a moment takes the duty from nobody; away for longer, nobody has it', async () => {
  let away = false;
  const shaky = {
    query: (...asked: unknown[]) => (away ? Promise.reject(new Error('away')) : (pool.query as (...all: unknown[]) => Promise<unknown>)(...asked)),
  };
  const duty = await openDuty({ pool: shaky as never, name: 'shaky', holder: 'one', spanMs, onError });
  const term = duty.term();
  away = true;
  await until('renewals failed', () => faults.some((fault) => String(fault).includes('away')), 20_000);
  await until('given up', () => duty.term() === null, 20_000);
  away = false;
  await until('taken again', () => duty.term() !== null, 20_000);
  expect(duty.term()).toBe(term);
  await duty.stop();
});
