import { describe, expect, it } from 'vitest';
import { cellText, readCell, readSheet, typedText, type LineColumn, type LineKind } from './line-column.ts';

const column = (kind: LineKind, more: Partial<LineColumn> = {}): LineColumn => ({
  key: 'v',
  label: 'V',
  kind,
  editable: true,
  ...more,
});
const says = { yes: 'Yes', no: 'No' };

describe('a cell', () => {
  it.each([
    ['number', '1,200', 1_200],
    ['money', '₹23.50', 2_350],
    ['percent', '12.5 %', 1_250],
    ['month', '02/2028', '2028-02-29'],
    ['date', '18-11-2026', '2026-11-18'],
    ['code', ' zf26 ', 'ZF26'],
    ['number', '', null],
  ] as const)('of %s reads %j', (kind, text, value) =>
    expect(readCell(column(kind), text)).toEqual({ ok: true, value }),
  );
  it.each([
    ['number', '1.5'],
    ['number', '१०'],
    ['money', 'ten'],
    ['money', '12,50'],
    ['month', '13/2027'],
    ['date', '31-02-2026'],
  ] as const)('of %s refuses %j', (kind, text) =>
    expect(readCell(column(kind), text)).toEqual({ ok: false }),
  );
  it('refuses values outside its bounds', () =>
    expect(readCell(column('number', { min: 1, max: 9 }), '10')).toEqual({ ok: false }));
  it('chooses by the beginning of a word', () => {
    const choice = column('choice', { choices: [{ value: 'TEMP', label: 'Temperature' }] });
    expect(readCell(choice, 'temp')).toEqual({ ok: true, value: 'TEMP' });
  });
  it('is formatted for display, and plain for editing', () => {
    const line = { id: 'a', v: 1_23_456_78 };
    expect(cellText(column('money'), line, says)).toBe('₹1,23,456.78');
    expect(typedText(column('money'), line)).toBe('123456.78');
    expect(cellText(column('month'), { id: 'a', v: '2027-11-30' } as { id: string }, says)).toBe('11/2027');
  });
});

it('a spreadsheet pastes rows of cells', () => {
  expect(readSheet('Paracet-ZD 650\t10\r\nCefix-ZD\t5\r\n')).toEqual([
    ['Paracet-ZD 650', '10'],
    ['Cefix-ZD', '5'],
  ]);
});
