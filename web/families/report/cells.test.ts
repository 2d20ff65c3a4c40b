import { expect, it } from 'vitest';
import { minutesText, sheetText, valueText } from './cells.ts';

const names = { language: 'en', label: (key: string) => key, place: (id: number) => `Place ${id}` } as const;

it('copies rows as a spreadsheet takes them: headings with units, bare numbers, no formulas', () => {
  const columns = [
    { name: 'customer', kind: 'person', width: 100 },
    { name: 'value', kind: 'money', width: 100 },
    { name: 'change', kind: 'number', width: 100 },
    { name: 'took', kind: 'minutes', width: 100 },
    { name: 'iPooId', kind: 'place', width: 100 },
    { name: 'status', kind: 'choice', width: 100, choices: ['open'] },
    { name: 'day', kind: 'date', width: 100 },
  ] as const;
  const row = {
    customer: '=HYPERLINK("x")\tAsha',
    value: 123_450,
    change: -5,
    took: 90,
    iPooId: 2,
    status: 'open',
    day: '2026-11-24',
  };
  const [heads, first, second] = sheetText(columns, [row, { customer: null }], names).split('\n');
  expect(heads!.split('\t').slice(0, 4)).toEqual([
    'column.customer',
    'column.value',
    'column.change',
    'column.took (min)',
  ]);
  expect(first!.split('\t')).toEqual([
    `'=HYPERLINK("x") Asha`,
    '1234.50',
    '-5',
    '90',
    'Place 2',
    'status.open',
    '24-11-2026',
  ]);
  expect(second).toBe('\t'.repeat(6));
});

it('copies a month as a letter for each of its days, and reads it in words', () => {
  const column = { name: 'days', kind: 'days', width: 600, options: ['late', 'off'] } as const;
  const days = JSON.stringify({
    from: '2026-11-01',
    days: [['off', null, []], ['late', '10:46–', []], null],
  });
  const [heads, first] = sheetText([column], [{ days }], names).split('\n');
  expect(heads!.split('\t')).toEqual(Array.from({ length: 31 }, (_, i) => String(i + 1)));
  expect(first!.split('\t').slice(0, 3)).toEqual(['days.off.sign', 'days.late.sign', '']);
  expect(valueText(column, days, names)).toBe('days.late: 2; days.off: 1');
});

it('counts working time in hours', () => {
  expect([minutesText(6_920, true), minutesText(0, true)]).toEqual(['115:20', '0:00']);
});
