import { expect, test } from 'vitest';
import type { Found } from './find.ts';
import { find, likeNumber } from './find.ts';

const one = (id: string, label: string, translations = ''): Found => ({
  id,
  label,
  group: 'pages',
  hint: '',
  translations,
  run: () => {},
});
const all = [
  one('a', 'Holiday master'),
  one('b', 'Sign-up queue', 'signup-queue'),
  one('c', 'Master of colours'),
  one('d', 'Información'),
];
const ids = (query: string, recent: string[] = []): string[] => find(all, query, recent).map(({ id }) => id);

test('the start of a name comes before its middle', () => {
  expect(ids('master')).toEqual(['c', 'a']);
});
test('ignores accents and case, matches the address, requires all words', () => {
  expect(ids('INFORMACION')).toEqual(['d']);
  expect(ids('signup')).toEqual(['b']);
  expect(ids('master holiday')).toEqual(['a']);
  expect(ids('master zebra')).toEqual([]);
});
test('recently used entries come first without input', () => {
  expect(ids('', ['d', 'b'])).toEqual(['d', 'b', 'a', 'c']);
});

test('numbers, codes and phones are distinguished from words', () => {
  expect(['SG-000301', '98450', '+91 98', 'anita', 'ward 12'].map(likeNumber)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
