import { expect, test } from 'vitest';
import { GridControl } from './control.ts';
import type { GridSource } from './source.ts';

/** A source that counts how often it was told that what it read ahead is old. */
function readingAhead(): GridSource<{ id: string }> & { outdated: number } {
  const source = { outdated: 0, outdate: () => void (source.outdated += 1), getRows: async () => ({ rows: [], total: 0 }) };
  return source;
}

test('asking again outdates what the source read ahead, before there is a grid to show it too', () => {
  const control = new GridControl();
  const source = readingAhead();
  control.reads(source);
  control.refresh();
  expect(source.outdated).toBe(1);
  control.reload();
  expect(source.outdated).toBe(2);
});

test('a source that the list has left is told nothing any more', () => {
  const control = new GridControl();
  const [left, next] = [readingAhead(), readingAhead()];
  control.reads(left);
  control.reads(next);
  control.refresh();
  control.reads(null);
  control.refresh();
  expect([left.outdated, next.outdated]).toEqual([0, 1]);
});
