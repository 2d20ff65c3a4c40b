import { addDays, isSunday } from '#shared/core/day.ts';
import type { Fields } from '#shared/families/master-def.ts';

export const holidays: readonly (Fields & { readonly dDate: string })[] = [
  { dDate: '2026-08-15', vName: 'Independence Day', vType: 'national' },
  { dDate: '2026-10-02', vName: 'Gandhi Jayanti', vType: 'national' },
  { dDate: '2026-11-01', vName: 'Kannada Rajyotsava', vType: 'state', pooIds: [1, 2, 3, 4, 5] },
  { dDate: '2026-12-25', vName: 'Christmas', vType: 'national' },
  { dDate: '2027-01-26', vName: 'Republic Day', vType: 'national' },
];

/** That day, or the Monday after a Sunday. */
export const weekday = (day: string): string => (isSunday(day) ? addDays(day, 1) : day);

/** That day, or the next that is neither a Sunday nor a holiday. */
export const workday = (day: string): string =>
  isSunday(day) || holidays.some(({ dDate }) => dDate === day) ? workday(addDays(day, 1)) : day;

/** The next `n` working days after `day`. */
export function workingDays(day: string, n: number): string[] {
  const days: string[] = [];
  for (let next = workday(addDays(day, 1)); days.length < n; next = workday(addDays(next, 1)))
    days.push(next);
  return days;
}
