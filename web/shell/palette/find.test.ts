import { expect, test } from 'vitest';
import type { Found } from './find.ts';
import { beginning, find, likeNumber } from './find.ts';

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
test('of alike matches the recently used one comes first', () => {
  expect(ids('a', ['d', 'b'])).toEqual(['d', 'b', 'a', 'c'].filter((id) => ids('a').includes(id)));
  expect(find([one('x', 'Rack'), one('y', 'Rate')], 'ra', ['y']).map(({ id }) => id)).toEqual(['y', 'x']);
});
test('without input it begins with recents, the actions of this screen and where to go, each once', () => {
  const here = { ...one('action queue.next', 'Next item'), group: 'actions' as const, here: true };
  const inbox = { ...one('page /inbox', 'Inbox'), start: true };
  const begun = beginning(
    [...all, here, inbox, { ...inbox, id: 'page /calendar' }],
    ['gone', 'page /inbox', 'd'],
  );
  const listed = Object.entries(begun).map(([group, found]) => [group, found.map(({ id }) => id)]);
  expect(listed).toEqual([
    ['recent', ['page /inbox', 'd']],
    ['here', ['action queue.next']],
    ['pages', ['page /calendar']],
  ]);
});
test('as many match as there are, however few are listed', () => {
  const many = Array.from({ length: 30 }, (_, i) => one(`m${i}`, `Master ${i}`));
  expect(find(many, 'master', [])).toHaveLength(30);
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
