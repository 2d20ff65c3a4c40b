import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { complaints, type Entry } from '#tests/kit/ledger.ts';

const root = join(import.meta.dirname, '..', '..');
const seen = (date: string, test = 'tests/journeys/queue.test.ts: a row leaves'): Entry => ({ test, date, first: 'Timed out' });
const there = () => true;

test('the ledger of unsteady tests holds nothing that should have been mended', () => {
  const ledger = JSON.parse(readFileSync(join(root, 'tests', 'unsteady.json'), 'utf8')) as Entry[];
  expect(complaints(ledger, new Date().toISOString().slice(0, 10), (file) => existsSync(join(root, file)))).toEqual([]);
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
  expect(complaints([...twice, seen('2026-11-26')], '2026-11-26', there)).toEqual(['unsteady 3 times: tests/journeys/queue.test.ts: a row leaves']);
});

test('an entry names a test that is there, a day and what it failed with', () => {
  expect(complaints([seen('2026-11-26')], '2026-11-26', () => false)).toEqual(['names a file that is not there: tests/journeys/queue.test.ts: a row leaves']);
  expect(complaints([seen('26-11-2026')], '2026-11-26', there)).toHaveLength(1);
  expect(complaints([{ ...seen('2026-11-26'), first: '' }], '2026-11-26', there)).toHaveLength(1);
});
