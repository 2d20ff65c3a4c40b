import { afterEach, expect, test, vi } from 'vitest';
import type * as Kit from '#tests/kit/sampled.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const members = Array.from({ length: 20 }, (_, n) => ({ n, family: n % 3 === 0 ? 'queue' : 'master' }));

async function kit(gate: boolean): Promise<typeof Kit> {
  vi.stubEnv('OPS_TEST_GATE', gate ? '1' : undefined);
  vi.resetModules();
  return import('#tests/kit/sampled.ts');
}

test('every run but the gate goes through a whole register', async () => {
  const { sampled, rotated } = await kit(false);
  expect(sampled(members, ({ family }) => family)).toEqual(members);
  expect(rotated(members, 3)).toEqual(members);
});

test('the gate plays the first of each family and every sixth of the others', async () => {
  const { sampled } = await kit(true);
  expect(sampled(members, ({ family }) => family).map(({ n }) => n)).toEqual([0, 1, 7, 13, 19]);
  expect(sampled(members.slice(0, 1), ({ family }) => family)).toEqual(members.slice(0, 1));
});

test('the gate tries on six members of a register together what a whole run tries on each', async () => {
  const { rotated } = await kit(true);
  const tried = Array.from({ length: 6 }, (_, at) => rotated(members, at));
  expect(tried.every(({ length }) => length > 0 && length < 5)).toBe(true);
  expect(new Set(tried.flat())).toEqual(new Set(members));
  expect(rotated(['one', 'two'], 1)).toEqual(['two']);
});
