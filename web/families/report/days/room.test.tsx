import { expect, it } from 'vitest';
import { attendanceMonth } from '#shared/reports/attendance-month.ts';
import { DaysRoom } from './room.tsx';

const texts: Readonly<Record<string, string>> = attendanceMonth.translations.en;
const naming = { label: (key: string) => texts[key] ?? key, place: String };
const row = (days: readonly unknown[], from = '2026-11-01') => ({
  id: 'a',
  employee: 'Asha Rao',
  days: JSON.stringify({ from, days }),
});
const month = row([['off', null, []], ['late', '10:46–19:00 · 8:14', ['manual']], null]);
const room = (narrow = false) => new DaysRoom(attendanceMonth, naming, narrow);

it('moves through the days by key, and leaves the strip at its ends', () => {
  const strip = room();
  strip.enter(month, '2026-11-02');
  expect([strip.day(), strip.onKey(month, 'ArrowRight'), strip.day()]).toEqual([1, true, 2]);
  expect([strip.onKey(month, 'ArrowRight'), strip.day()]).toEqual([false, 2]);
  expect([strip.onKey(month, 'Home'), strip.onKey(month, 'ArrowLeft'), strip.day()]).toEqual([
    true,
    false,
    0,
  ]);
  expect([strip.onKey(month, 'ArrowDown'), strip.day()]).toEqual([false, 0]);
});

it('stays at the day of the row that was left, as far as the month has it', () => {
  const strip = room();
  strip.enter(month, '2026-11-03');
  strip.enter(row([null, null]), '2026-11-01');
  expect(strip.day()).toBe(1);
});

it('says a day in words, and opens the day that the keys are at', () => {
  const strip = room();
  expect(strip.text({ row: month, day: 1 }, 'en', 'nothing')).toBe(
    'Mon 02-11-2026: Late, 10:46–19:00 · 8:14, entered by hand',
  );
  expect(strip.text({ row: month, day: 2 }, 'es', 'nada')).toBe('mar 03-11-2026: nada');
  strip.enter(month, '2026-11-02');
  expect(strip.opened(month)).toBeUndefined();
  strip.at(month);
  expect([strip.opened(month), strip.opened({ ...month, id: 'b' })]).toEqual(['2026-11-02', undefined]);
});

it('breaks into two lines on a phone', () => {
  expect([room().place(17), room(true).place(17)]).toEqual([
    [17, 0],
    [1, 1],
  ]);
});
