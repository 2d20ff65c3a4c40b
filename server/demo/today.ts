import { headOf } from '#shared/core/cut.ts';
import { businessDay, instantOf } from '#shared/core/day.ts';
import { staleCloseTime } from '#shared/streams/people/attendance/guards.ts';

const minute = 60_000;
/** How long ago the earliest event of the demo's day happened, with some room. */
export const daySpan = 376 * minute;

/** The compression of the demo's day when the morning is younger than the day is long; 1 or less. */
export function dayFactor(now: number): number {
  return Math.min(1, (now - instantOf(businessDay(now), headOf(staleCloseTime, 5))) / daySpan);
}

/** The planned instant for something that must happen exactly now, however compressed the day is. */
export function atTodays(now: number, wanted: number): number {
  return now - (now - wanted) / dayFactor(now);
}
