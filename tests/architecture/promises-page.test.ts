import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'promises.md'), 'utf8');

test('every test that docs/promises.md names exists', () => {
  const named = [...page.matchAll(/`((?:tests|server|web|shared)\/[\w./-]+\.tsx?)`/g)].map(
    (match) => match[1] ?? '',
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('docs/promises.md has every promise once', () => {
  const rows = [...page.matchAll(/^\| (P\d\d) \|/gm)].map((match) => match[1] ?? '');
  expect(rows.toSorted()).toEqual(Array.from({ length: 42 }, (_, i) => `P${String(i + 1).padStart(2, '0')}`));
});

test('every row of docs/promises.md says that it holds, or in which part', () => {
  const states = [...page.matchAll(/^\| (?:P\d\d|–) \| [^|]+ \| ([^|]+) \|/gm)].map(
    (match) => match[1] ?? '',
  );
  expect(states.length).toBeGreaterThan(50);
  expect(states.filter((state) => state !== 'holds' && !/^in part: .{10}/.test(state))).toEqual([]);
});
