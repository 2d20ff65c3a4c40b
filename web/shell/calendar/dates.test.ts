import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, weekday } from '#shared/core/day.ts';
import { daysOf, sideBySide, stepped, weekStart } from './dates.ts';

test('a week is Monday to Sunday', () => {
  expect(daysOf('week', '2026-11-22')).toEqual([
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ]);
  expect(weekStart('2026-11-16')).toBe('2026-11-16');
});
test('a month is the whole weeks it touches', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), (n) => {
      const day = addDays('2020-01-01', n);
      const days = daysOf('month', day);
      expect([days.length % 7, weekday(days[0]!)]).toEqual([0, 1]);
      expect(days).toContain(day);
      expect(days.filter((one) => one.slice(0, 7) === day.slice(0, 7)).length).toBeGreaterThanOrEqual(28);
    }),
  );
});
test('steps go over the turn of the year', () => {
  expect([
    stepped('month', '2026-12-31', 1),
    stepped('month', '2026-01-15', -1),
    stepped('week', '2026-12-30', 1),
    stepped('day', '2026-03-01', -1),
  ]).toEqual(['2027-01-01', '2025-12-01', '2027-01-06', '2026-02-28']);
});
test('overlapping items are side by side, others have the full width', () => {
  const placed = sideBySide([
    { id: 'a', from: 0, to: 60 },
    { id: 'b', from: 30, to: 90 },
    { id: 'c', from: 60, to: 80 },
    { id: 'd', from: 90, to: 120 },
  ]);
  expect([...placed.values()]).toEqual([
    { id: 'a', column: 0, columns: 2 },
    { id: 'b', column: 1, columns: 2 },
    { id: 'c', column: 0, columns: 2 },
    { id: 'd', column: 0, columns: 1 },
  ]);
});
test('no two that overlap share a column', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 90 })), {
        maxLength: 30,
      }),
      (list) => {
        const spans = list.map(([from, length], i) => ({ id: String(i), from, to: from + length }));
        const placed = sideBySide(spans);
        for (const a of spans)
          for (const b of spans)
            if (a.id < b.id && a.from < b.to && b.from < a.to)
              expect(placed.get(a.id)!.column).not.toBe(placed.get(b.id)!.column);
      },
    ),
  );
});
