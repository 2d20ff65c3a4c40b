import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GONE_MS, HoldBuffer } from './hold.ts';
import type { GridBatch } from './source.ts';

interface R {
  readonly id: string;
  readonly v: number;
}
const row = (id: string, v = 0): R => ({ id, v });
const batch = (part: Partial<GridBatch<R>>): GridBatch<R> => ({ add: [], update: [], remove: [], why: new Map(), ...part });

describe('while a hand is on the list', () => {
  test('new rows wait, values change in place', () => {
    const hold = new HoldBuffer<R>();
    hold.start(['a', 'b']);
    expect(hold.take(batch({ add: [row('c')], update: [row('a', 1)] }), true, 0)).toEqual({ add: [], update: [row('a', 1)] });
    expect(hold.waiting).toBe(1);
    hold.take(batch({ update: [row('c', 5)] }), true, 1);
    expect(hold.settle(2)).toEqual({ add: [row('c', 5)], remove: [] });
    expect(hold.pending).toBe(false);
  });

  test('a row that left is greyed with its cause and keeps its place', () => {
    const hold = new HoldBuffer<R>();
    hold.start(['a', 'b']);
    const applied = hold.take(batch({ remove: [row('b')], why: new Map([['b', 'verified by Divya']]) }), true, 100);
    expect(applied).toEqual({ add: [], update: [row('b')] });
    expect(hold.goneOf('b')).toEqual({ at: 100, why: 'verified by Divya' });
    expect(hold.nextGone(1_100)).toBe(GONE_MS - 1_000);
    expect(hold.settle(200, GONE_MS)).toEqual({ add: [], remove: [] });
    expect(hold.settle(100 + GONE_MS, GONE_MS)).toEqual({ add: [], remove: ['b'] });
  });

  test('one that came and left while waiting was never there; one that came back is not gone', () => {
    const hold = new HoldBuffer<R>();
    hold.start(['a']);
    hold.take(batch({ add: [row('x')] }), true, 0);
    hold.take(batch({ remove: [row('x')] }), true, 0);
    expect(hold.pending).toBe(false);
    hold.take(batch({ remove: [row('a')] }), true, 0);
    expect(hold.take(batch({ add: [row('a', 2)] }), true, 0)).toEqual({ add: [], update: [row('a', 2)] });
    expect(hold.goneOf('a')).toBeUndefined();
  });
});

test('with no hand on it, or nothing in it, rows come at once', () => {
  const hold = new HoldBuffer<R>();
  expect(hold.take(batch({ add: [row('a')] }), true, 0).add).toEqual([row('a')]);
  expect(hold.take(batch({ add: [row('b')] }), false, 0).add).toEqual([row('b')]);
});

test('whatever happens in whatever order, a settled grid holds exactly the rows of the feed', () => {
  const step = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    kind: fc.constantFrom('put', 'del', 'settle', 'sweep'),
    v: fc.integer(),
    engaged: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const hold = new HoldBuffer<R>();
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
          apply(hold.take(batch(old ? { update: [r] } : { add: [r] }), engaged, now));
        } else if (kind === 'del' && old) {
          feed.delete(id);
          apply(hold.take(batch({ remove: [old] }), engaged, now));
        } else if (kind === 'settle') apply(hold.settle(now));
        else if (kind === 'sweep') apply(hold.settle(now, GONE_MS));
      }
      apply(hold.settle(now));
      expect(grid).toEqual(feed);
    }),
    { numRuns: 500 },
  );
});
