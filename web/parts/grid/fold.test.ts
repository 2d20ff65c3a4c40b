import { expect, test } from 'vitest';
import { foldedOf, rankOf } from './fold.ts';
import type { Foldable } from './fold.ts';

const column = (key: string, least: number, rank: number | null): Foldable => ({ key, least, rank });

test('nothing folds while there is space', () => {
  expect([...foldedOf([column('a', 100, 1), column('b', 100, 1)], 200)]).toEqual([]);
});

test('the least important fold first, from the end; what never folds stays even where nothing fits', () => {
  const columns = [
    column('name', 100, null),
    column('note', 100, 1),
    column('total', 100, 2),
    column('place', 100, 1),
  ];
  expect([...foldedOf(columns, 300)]).toEqual(['place']);
  expect([...foldedOf(columns, 200)]).toEqual(['place', 'note']);
  expect([...foldedOf(columns, 100)]).toEqual(['place', 'note', 'total']);
  expect([...foldedOf(columns, 50)]).toEqual(['place', 'note', 'total']);
});

test('a column stays that fits once a wider one has gone', () => {
  expect([...foldedOf([column('a', 100, 1), column('wide', 300, 1), column('b', 60, 1)], 170)]).toEqual([
    'wide',
  ]);
});

test('what a list begins with or says how urgent a row is folds late, what can be changed in it last', () => {
  const text = { key: 'a', label: 'A', kind: 'text' } as const;
  expect(rankOf(text, 5)).toBe(1);
  expect(rankOf(text, 1)).toBe(2);
  expect(rankOf({ ...text, edits: () => true }, 1)).toBe(3);
  expect(rankOf({ ...text, kind: 'sla' }, 5)).toBe(2);
  expect(rankOf({ ...text, folds: 'first' }, 1)).toBe(0);
  expect(rankOf(text, 1, true)).toBe(0);
  expect(rankOf({ ...text, folds: 'last' }, 1, true)).toBe(2);
  expect(rankOf({ ...text, folds: 'never' }, 9)).toBeNull();
  expect(rankOf({ ...text, folds: 'never' }, 9, true)).toBeNull();
  expect(rankOf({ ...text, kind: 'holder' }, 9)).toBeNull();
});
