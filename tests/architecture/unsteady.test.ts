import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { complaints, type Entry } from '#tests/kit/ledger.ts';

const root = join(import.meta.dirname, '..', '..');
const seen = (date: string, test = 'tests/journeys/queue.test.ts: a row leaves'): Entry => ({
  test,
  date,
  first: 'Timed out',
});
const there = () => true;

test('the ledger of unsteady tests holds nothing that should have been mended', () => {
  const ledger: unknown = JSON.parse(readFileSync(join(root, 'tests', 'unsteady.json'), 'utf8'));
  expect(
    complaints(ledger, new Date().toISOString().slice(0, 10), (file) => existsSync(join(root, file))),
  ).toEqual([]);
});

test('an entry may stand for seven days', () => {
  expect(complaints([seen('2026-11-18')], '2026-11-25', there)).toEqual([]);
  expect(complaints([seen('2026-11-18')], '2026-11-26', there)).toEqual([
    'unsteady since 2026-11-18 and not mended: tests/journeys/queue.test.ts: a row leaves',
  ]);
});

test('a test may be unsteady twice, not three times', () => {
  const twice = [seen('2026-11-24'), seen('2026-11-25')];
  expect(complaints(twice, '2026-11-26', there)).toEqual([]);
  expect(complaints([...twice, seen('2026-11-26')], '2026-11-26', there)).toEqual([
    'unsteady 3 times: tests/journeys/queue.test.ts: a row leaves',
  ]);
});

test('an entry names a test that is there', () => {
  expect(complaints([seen('2026-11-26')], '2026-11-26', () => false)).toEqual([
    'names a file that is not there: tests/journeys/queue.test.ts: a row leaves',
  ]);
});

test('nothing is put off by a day that is still to come', () => {
  expect(complaints([seen('2026-11-27')], '2026-11-26', there)).toEqual([]);
  expect(complaints([seen('2026-11-28')], '2026-11-26', there)).toEqual([
    'unsteady on a day that is still to come, 2026-11-28: tests/journeys/queue.test.ts: a row leaves',
  ]);
});

test('the class of the cause and who mends it may be written down', () => {
  expect(complaints([{ ...seen('2026-11-26'), class: 'A1', owner: 'Asha' }], '2026-11-26', there)).toEqual(
    [],
  );
});

test.each<[string, unknown]>([
  ['no list', {}],
  ['no entry', [null]],
  ['no entry but a name', ['tests/journeys/queue.test.ts: a row leaves']],
  ['a day in another order', [seen('26-11-2026')]],
  ['a day that no month has', [seen('2026-11-31')]],
  ['a test without its file', [seen('2026-11-26', 'a row leaves')]],
  ['a test without its name', [seen('2026-11-26', 'tests/journeys/queue.test.ts')]],
  ['nothing that it failed with', [{ ...seen('2026-11-26'), first: '' }]],
  ['a day left out', [{ test: 'tests/journeys/queue.test.ts: a row leaves', first: 'Timed out' }]],
  ['a class that is no class', [{ ...seen('2026-11-26'), class: 'slow' }]],
  ['a field that no entry has', [{ ...seen('2026-11-26'), moved: 'full' }]],
])('%s is malformed', (_what, ledger) => {
  expect(complaints(ledger, '2026-11-26', there)).toEqual([expect.stringMatching(/^malformed: /)]);
});
