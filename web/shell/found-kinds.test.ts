import { expect, test } from 'vitest';
import * as masters from '#shared/masters/index.ts';
import * as searches from '#shared/searches/index.ts';
import { foundKinds } from '#web/parts/field/records.ts';

test('every kind that a field finds is one that the search knows', () => {
  const known = new Set([...Object.values(masters), ...Object.values(searches)].map(({ kind }) => kind));
  expect(foundKinds.filter((kind) => !known.has(kind))).toEqual([]);
});
