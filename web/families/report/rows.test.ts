import { expect, it } from 'vitest';
import { sortText } from './rows.ts';

it('asks for every column that the list is sorted by, in their order', () => {
  expect(sortText([])).toBeUndefined();
  expect(
    sortText([
      { key: 'city', way: 'asc' },
      { key: 'createdAt', way: 'desc' },
    ]),
  ).toBe('city,-createdAt');
});

it('asks for no more columns than the server sorts by', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => ({ key, way: 'asc' }) as const);
  expect(sortText(many)).toBe('a,b,c,d,e');
});
