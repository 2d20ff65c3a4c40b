import { expect, it } from 'vitest';
import { blankLine } from './entry-values.ts';
import { lineChanges } from './line-changes.ts';

const line = (no: number, more: object = {}) => ({
  ...blankLine(no),
  drugName: 'Metfor-ZD SR 500',
  dose: '1-0-1',
  days: '30',
  qty: '60',
  ...more,
});

it('two versions are compared line by line and field by field', () => {
  expect(lineChanges([line(1), line(2)], [line(1, { dose: '1-0-0', qty: '30' }), line(3)])).toEqual([
    { no: 1, field: 'dose', before: '1-0-1', after: '1-0-0' },
    { no: 1, field: 'qty', before: '60', after: '30' },
    { no: 2, field: 'line', before: 'Metfor-ZD SR 500 · 1-0-1 · 30', after: null },
    { no: 3, field: 'line', before: null, after: 'Metfor-ZD SR 500 · 1-0-1 · 30' },
  ]);
  expect(lineChanges([line(1)], [line(1)])).toEqual([]);
});
