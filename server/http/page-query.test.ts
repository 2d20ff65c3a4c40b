import { expect, test } from 'vitest';
import { z } from 'zod';
import { asked, isRecordNumber, recordNumber, recordNumbers } from './page-query.ts';

const shape = z.object({ poo: recordNumber.optional(), ids: recordNumbers(3).optional() });

test.each([
  ['poo', '2147483648'],
  ['poo', '0'],
  ['poo', '1.5'],
  ['poo', ['1', '2']],
  ['ids', ''],
  ['ids', '1,x'],
  ['ids', '1,2,3,4'],
  ['ids', ['1', '2']],
])('a query whose %s is %j is refused, and the field named', (field, value) => {
  expect(() => asked(shape, { [field]: value })).toThrow(
    expect.objectContaining({ code: 'badFormat', status: 400, field }),
  );
});

test('numbers of records are taken up to the last one that the database has', () => {
  expect(asked(shape, { poo: '2147483647', ids: '1,22,333' })).toEqual({
    poo: 2_147_483_647,
    ids: ['1', '22', '333'],
  });
  expect([1, 2_147_483_647, 0, -1, 1.5, 2_147_483_648, Number.NaN].filter(isRecordNumber)).toEqual([
    1, 2_147_483_647,
  ]);
});
