import { expect, test } from 'vitest';
import { dayFrom, weekBefore } from './day.ts';

test.each([
  ['2026-11-25', '2026-11-25'],
  ['25-11-2026', '2026-11-25'],
  ['26-11-2026', null],
  ['2026-02-30', null],
  ['DD', null],
  ['', null],
])('the address %s names the day %s', (text, day) => {
  expect(dayFrom(text, '2026-11-25')).toBe(day);
});

test('given a day, then the week before it ends the day before', () => {
  expect(weekBefore('2026-11-03')).toEqual({ from: '2026-10-27', to: '2026-11-02' });
});
