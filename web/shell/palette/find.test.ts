import { expect, test } from 'vitest';
import type { Found } from './find.ts';
import { find, likeNumber } from './find.ts';

const one = (id: string, label: string, words = ''): Found => ({ id, label, group: 'pages', hint: '', words, run: () => {} });
const all = [one('a', 'Holiday master'), one('b', 'Sign-up queue', 'signup-queue'), one('c', 'Master of colours'), one('d', 'Información')];
const ids = (query: string, recent: string[] = []): string[] => find(all, query, recent).map(({ id }) => id);

test('the start of a name comes before its middle', () => {
  expect(ids('master')).toEqual(['c', 'a']);
});
test('marks and case do not matter, the address counts too, all words must be there', () => {
  expect(ids('INFORMACION')).toEqual(['d']);
  expect(ids('signup')).toEqual(['b']);
  expect(ids('master holiday')).toEqual(['a']);
  expect(ids('master zebra')).toEqual([]);
});
test('what was used lately stands first when nothing is typed', () => {
  expect(ids('', ['d', 'b'])).toEqual(['d', 'b', 'a', 'c']);
});

test('numbers, codes and phones are told from words', () => {
  expect(['SG-000301', '98450', '+91 98', 'anita', 'ward 12'].map(likeNumber)).toEqual([true, true, true, false, false]);
});
