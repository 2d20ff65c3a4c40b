import { expect, test } from 'vitest';
import { change, dayFrom, weekBefore } from './day.ts';

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

test('given a day twice as busy as the mean of its week, then a hundred percent more; without a week nothing', () => {
  expect(change(20, 70)).toBe(100);
  expect(change(5, 70)).toBe(-50);
  expect(change(20, 0)).toBeNull();
  expect(change(null, 70)).toBeNull();
});
