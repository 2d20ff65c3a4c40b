import { addDays, businessDay, instantOf, isSunday } from './day.ts';

/** The hours in which an SLA clock runs: 09:00–20:00 IST, Monday to Saturday. */
export const slaHours = { from: '09:00', to: '20:00' } as const;

/** Adds `ms` of SLA time to `at`; time outside the SLA hours does not count. */
export function addBusinessTime(at: number, ms: number): number {
  let left = Math.max(0, ms);
  let from = at;
  for (let day = businessDay(at); ; day = addDays(day, 1)) {
    if (isSunday(day)) continue;
    const closes = instantOf(day, slaHours.to);
    if (from > closes) continue;
    from = Math.max(from, instantOf(day, slaHours.from));
    if (from + left <= closes) return from + left;
    left -= closes - from;
    from = closes;
  }
}
