import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GONE_MS, FrozenRows } from './frozen-rows.ts';
import type { GridBatch } from './source.ts';

interface R {
  readonly id: string;
  readonly v: number;
}
const row = (id: string, v = 0): R => ({ id, v });
const batch = (part: Partial<GridBatch<R>>): GridBatch<R> => ({
  add: [],
  update: [],
  remove: [],
  why: new Map(),
  ...part,
});

describe('while a hand is on the list', () => {
  test('new rows wait, values change in place', () => {
    const frozen = new FrozenRows<R>();
    frozen.start(['a', 'b']);
    expect(frozen.take(batch({ add: [row('c')], update: [row('a', 1)] }), true, 0)).toEqual({
      add: [],
      update: [row('a', 1)],
    });
    expect(frozen.waiting).toBe(1);
    frozen.take(batch({ update: [row('c', 5)] }), true, 1);
    expect(frozen.settle(2)).toEqual({ add: [row('c', 5)], remove: [] });
    expect(frozen.pending).toBe(false);
  });

  test('rows that arrive with a page were there before: they do not wait', () => {
    const frozen = new FrozenRows<R>();
    frozen.start(['a']);
    const arrived = batch({ add: [row('b'), row('c')], paged: new Set(['b']) });
    expect(frozen.take(arrived, true, 0).add).toEqual([row('b')]);
    expect(frozen.waiting).toBe(1);
  });

  test('a row that left is greyed with its reason and keeps its place', () => {
    const frozen = new FrozenRows<R>();
    frozen.start(['a', 'b']);
    const applied = frozen.take(
      batch({ remove: [row('b')], why: new Map([['b', 'verified by Divya']]) }),
      true,
      100,
    );
    expect(applied).toEqual({ add: [], update: [row('b')] });
    expect(frozen.goneOf('b')).toEqual({ at: 100, why: 'verified by Divya' });
    expect(frozen.nextGone(1_100)).toBe(GONE_MS - 1_000);
    expect(frozen.settle(200, GONE_MS)).toEqual({ add: [], remove: [] });
    expect(frozen.settle(100 + GONE_MS, GONE_MS)).toEqual({ add: [], remove: ['b'] });
  });

  test('one that came and left while waiting was never there; one that came back is not gone', () => {
    const frozen = new FrozenRows<R>();
    frozen.start(['a']);
    frozen.take(batch({ add: [row('x')] }), true, 0);
    frozen.take(batch({ remove: [row('x')] }), true, 0);
    expect(frozen.pending).toBe(false);
    frozen.take(batch({ remove: [row('a')] }), true, 0);
    expect(frozen.take(batch({ add: [row('a', 2)] }), true, 0)).toEqual({ add: [], update: [row('a', 2)] });
    expect(frozen.goneOf('a')).toBeUndefined();
  });
});

test('with no hand on it, or nothing in it, rows come at once', () => {
  const frozen = new FrozenRows<R>();
  expect(frozen.take(batch({ add: [row('a')] }), true, 0).add).toEqual([row('a')]);
  expect(frozen.take(batch({ add: [row('b')] }), false, 0).add).toEqual([row('b')]);
});

test("after any changes a settled grid holds exactly the feed's rows", () => {
  const step = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    kind: fc.constantFrom('put', 'del', 'settle', 'sweep'),
    v: fc.integer(),
    engaged: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const frozen = new FrozenRows<R>();
      const feed = new Map<string, R>();
      const grid = new Map<string, R>();
      const apply = (a: { add: readonly R[]; remove?: readonly string[]; update?: readonly R[] }): void => {
        for (const r of a.add) {
          expect(grid.has(r.id), 'added twice').toBe(false);
          grid.set(r.id, r);
        }
        for (const r of a.update ?? []) {
          expect(grid.has(r.id), 'updated a row that is not there').toBe(true);
          grid.set(r.id, r);
        }
        for (const id of a.remove ?? []) {
          expect(grid.delete(id), 'removed a row that is not there').toBe(true);
        }
      };
      let now = 0;
      for (const { id, kind, v, engaged } of steps) {
        now += 1_000;
        const old = feed.get(id);
        if (kind === 'put') {
          const r = row(id, v);
          feed.set(id, r);
          apply(frozen.take(batch(old ? { update: [r] } : { add: [r] }), engaged, now));
        } else if (kind === 'del' && old) {
          feed.delete(id);
          apply(frozen.take(batch({ remove: [old] }), engaged, now));
        } else if (kind === 'settle') apply(frozen.settle(now));
        else if (kind === 'sweep') apply(frozen.settle(now, GONE_MS));
      }
      apply(frozen.settle(now));
      expect(grid).toEqual(feed);
    }),
    { numRuns: 500 },
  );
});
