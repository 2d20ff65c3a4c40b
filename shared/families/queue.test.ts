import { describe, expect, it } from 'vitest';
import type { Viewer } from '../core/permission.ts';
import { compareRanks } from '../core/rank.ts';
import { queueFeed, type QueueDef } from './queue.ts';
import type { QueueRow } from './queue-row.ts';

const queue = {
  name: 'calls',
  group: 'Out Bound',
  entity: 'calls',
  view: { name: 'calls' },
  mask: (row: QueueRow) => ({ ...row, ref: 'masked' }),
  sources: [],
} as unknown as QueueDef;
const row = { id: '1', ref: 'SG-000001', pooId: 1, language: 'kn' } as QueueRow;
const scopeOf = (poos: Viewer['poos'], languages: Viewer['languages']) =>
  queueFeed(queue).scope({ poos, languages } as Viewer);
const seen = (poos: Viewer['poos'], languages: Viewer['languages'], one = row) =>
  queueFeed(queue).see(one, scopeOf(poos, languages), one.id);

describe('the feed of a queue', () => {
  it("given a row of the viewer's place and language, then it is visible and masked", () => {
    expect(seen([1], ['en', 'kn'])).toMatchObject({ id: '1', ref: 'masked' });
    expect(seen('all', 'all')).toMatchObject({ ref: 'masked' });
  });
  it('given another place or language, then the row is hidden', () => {
    expect(seen([2], 'all')).toBeNull();
    expect(seen([1], ['en'])).toBeNull();
    expect(seen([1], 'all', { ...row, pooId: null })).toBeNull();
  });
  it('given a row without a language, then its whole place sees it', () => {
    expect(seen([1], ['en'], { ...row, language: null })).not.toBeNull();
  });
  it('given two viewers with the same places in another order, then they share a scope', () => {
    expect(scopeOf([2, 1], ['kn', 'en'])).toEqual(scopeOf([1, 2], ['en', 'kn']));
  });
});

it('ranks are compared element by element, ascending', () => {
  expect(
    [
      [1, 'b'],
      [0, 'c'],
      [1, 'a'],
    ].sort(compareRanks),
  ).toEqual([
    [0, 'c'],
    [1, 'a'],
    [1, 'b'],
  ]);
});
