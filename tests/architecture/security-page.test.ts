import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8');

/** Chapter, section, first and last number: the controls of ASVS 5.0.0 that apply here. */
const applies: readonly (readonly [string, number, number])[] = [
  ['1.1', 1, 2],
  ['1.2', 1, 5],
  ['1.2', 9, 10],
  ['1.3', 3, 6],
  ['1.5', 2, 2],
  ['2.1', 1, 3],
  ['2.2', 1, 3],
  ['2.3', 1, 4],
  ['2.4', 1, 1],
  ['3.2', 1, 2],
  ['3.3', 1, 4],
  ['3.4', 1, 6],
  ['3.5', 1, 5],
  ['3.7', 2, 2],
  ['4.1', 1, 3],
  ['4.2', 1, 1],
  ['4.4', 1, 4],
  ['5.1', 1, 1],
  ['5.2', 1, 3],
  ['5.3', 1, 2],
  ['5.4', 1, 3],
  ['6.1', 1, 3],
  ['6.2', 1, 12],
  ['6.3', 1, 4],
  ['6.4', 1, 1],
  ['6.4', 3, 3],
  ['6.5', 1, 5],
  ['6.6', 1, 3],
  ['7.1', 1, 2],
  ['7.2', 1, 4],
  ['7.3', 1, 2],
  ['7.4', 1, 5],
  ['7.5', 1, 2],
  ['8.1', 1, 2],
  ['8.2', 1, 3],
  ['8.3', 1, 2],
  ['8.4', 1, 1],
  ['11.2', 2, 2],
  ['11.3', 1, 3],
  ['11.4', 1, 4],
  ['11.5', 1, 1],
  ['12.1', 1, 1],
  ['12.2', 1, 1],
  ['12.3', 1, 4],
  ['13.1', 1, 1],
  ['13.2', 1, 5],
  ['13.3', 1, 2],
  ['13.4', 1, 5],
  ['14.1', 1, 2],
  ['14.2', 1, 4],
  ['14.3', 1, 3],
  ['15.1', 1, 3],
  ['15.2', 1, 3],
  ['15.3', 1, 7],
  ['16.1', 1, 1],
  ['16.2', 1, 5],
  ['16.3', 1, 4],
  ['16.4', 1, 3],
  ['16.5', 1, 3],
];
const expected = applies.flatMap(([section, first, last]) =>
  Array.from({ length: last - first + 1 }, (_, n) => `${section}.${first + n}`),
);
const rows = [...page.matchAll(/^\| ((?:\d+\.\d+\.\d+ ?)+)\| (.*) \|$/gm)].map(([, ids, rest]) => ({
  ids: ids!.trim().split(' '),
  cells: rest!.split(' | '),
}));

test('docs/security.md has every applicable control once', () => {
  expect(rows.flatMap(({ ids }) => ids).toSorted()).toEqual(expected.toSorted());
});

test('every fulfilled control in docs/security.md names existing code and tests', () => {
  const wrong = rows.filter(
    ({ cells: [, place, test_, state] }) =>
      state === 'kept' && !(place!.includes('`') && test_!.includes('`')),
  );
  expect(wrong.map(({ ids }) => ids.join(' '))).toEqual([]);
  const named = [
    ...page.matchAll(/`((?:tests|server|web|shared|docs)\/[\w./-]+\.\w+|\.docker\/\w+|package-lock\.json)`/g),
  ].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(120);
  expect([...new Set(named)].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
