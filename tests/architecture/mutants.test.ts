import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { matcher } from '#tests/mutants/mutant.ts';
import { mutants } from '#tests/mutants/mutants.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';

test('each mutant fits its code exactly once', () => {
  expect(
    mutants
      .map(({ name, file, find }) => ({ name, file, times: [...read(file).matchAll(matcher(find))].length }))
      .filter(({ times }) => times !== 1),
  ).toEqual([]);
});

test('the test that must kill a mutant exists and holds the title that it names', () => {
  expect(
    mutants.filter(
      ({ test: file, titled }) => !existsSync(join(root, file)) || !read(file).includes(titled ?? ''),
    ),
  ).toEqual([]);
});

test('no two mutants share a name', () => {
  expect(mutants.length).toBe(new Set(mutants.map(({ name }) => name)).size);
});
