import { expect, it } from 'vitest';
import { instantOf, isSunday } from '#shared/core/day.ts';
import { demoDay } from './day.ts';
import { holidays } from './holidays.ts';

it('visits of the demo are on working days, even when it is opened on Christmas Eve', () => {
  const visits = demoDay(instantOf('2026-12-24', '16:10')).filter(
    ({ input }) => typeof input.appDate === 'string',
  );
  expect(visits.length).toBeGreaterThan(10);
  const days = visits.map(({ input }) => String(input.appDate));
  expect(days.filter((day) => isSunday(day) || holidays.some(({ dDate }) => dDate === day))).toEqual([]);
});
