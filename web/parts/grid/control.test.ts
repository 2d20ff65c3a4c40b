import { expect, test } from 'vitest';
import { GridControl } from './control.ts';
import type { GridSource } from './source.ts';

/** A source that counts how often its prefetched rows were invalidated. */
function readAhead(): GridSource<{ id: string }> & { outdated: number } {
  const source = {
    outdated: 0,
    outdate: () => void (source.outdated += 1),
    getRows: async () => ({ rows: [], total: 0 }),
  };
  return source;
}

test('reloading invalidates prefetched rows, even before the grid has loaded', () => {
  const control = new GridControl();
  const source = readAhead();
  control.reads(source);
  control.refresh();
  expect(source.outdated).toBe(1);
  control.reload();
  expect(source.outdated).toBe(2);
});

test('a replaced source is no longer notified', () => {
  const control = new GridControl();
  const [left, next] = [readAhead(), readAhead()];
  control.reads(left);
  control.reads(next);
  control.refresh();
  control.reads(null);
  control.refresh();
  expect([left.outdated, next.outdated]).toEqual([0, 1]);
});
