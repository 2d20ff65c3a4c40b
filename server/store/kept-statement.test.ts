import { expect, test } from 'vitest';
import { keptStatement } from './kept-statement.ts';

test('a statement contains its values, and equal texts share one name', () => {
  const page = 'select id from rows where kind = $1 and place = any($3::int[]) limit $2';
  const kept = keptStatement(page, ['product', 50, [1, 2]]);
  expect(kept?.text).toBe(
    "select id from rows where kind = 'product' and place = any('{1,2}'::int[]) limit 50",
  );
  expect(keptStatement(page, ['product', 50, [1, 2]])?.name).toBe(kept?.name);
  expect(keptStatement(page, ['product', 100, [1, 2]])?.name).not.toBe(kept?.name);
  expect(kept!.name.length).toBeLessThan(64);
});

test('the tenth value is not confused with the first', () => {
  const values = Array.from({ length: 10 }, (_, n) => n + 1);
  expect(keptStatement('select $1, $10', values)?.text).toBe('select 1, 10');
});

test.each([
  ["it's"],
  ['a; drop table rows'],
  ['\\'],
  [null],
  [1.5],
  [Number.NaN],
  [true],
  [['a']],
  [new Date(0)],
])('%j cannot be inlined', (value) => {
  expect(keptStatement('select $1', [value])).toBeNull();
});

test('statements beyond the limit are not named; earlier ones keep their name', () => {
  const first = keptStatement('select $1', [1_000]);
  for (let n = 0; n < 200; n += 1) keptStatement('select $1', [2_000 + n]);
  expect(keptStatement('select $1', [9_999])).toBeNull();
  expect(keptStatement('select $1', [1_000])).toEqual(first);
});
