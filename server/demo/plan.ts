import { addDays, businessDay, instantOf } from '#shared/core/day.ts';
import { staleCloseTime } from '#shared/streams/people/attendance/guards.ts';
import { demoCustomers } from './customers.ts';
import { demoDay } from './day.ts';
import { demoLeads } from './leads.ts';
import { demoMasters } from './masters.ts';
import type { DemoOrder } from './order.ts';
import { demoPeople, demoPharmacists, demoPlaces } from './people.ts';
import { demoSignups } from './signups.ts';

const minute = 60_000;
/** When what was left open the day before is closed: the demo's own day is after that, and no shorter than a minute. */
const dayBegins = staleCloseTime.slice(0, 5);
const youngest = minute;
/** The longest ago that something of the demo's day happened, with some room. */
const span = 376 * minute;

/**
 * The whole history of the demo organisation up to `now` (ms); the same instant gives the same orders. A working day lasts
 * longer than the morning may be old: then its hours pass faster; until a minute past six it is still yesterday evening.
 */
export function demoPlan(now: number): readonly DemoOrder[] {
  const today = businessDay(now);
  const base = now - instantOf(today, dayBegins) < youngest ? instantOf(addDays(today, -1), '22:00') : now;
  const factor = Math.min(1, (base - instantOf(businessDay(base), dayBegins)) / span);
  return [
    ...demoPlaces(base),
    ...demoPeople(base),
    ...demoPharmacists(base),
    ...demoMasters(base),
    ...demoLeads(base),
    ...demoCustomers(base),
    ...demoDay(base),
    ...demoSignups(base),
  ].map((order) => (base - order.at < span ? { ...order, at: Math.round(base - (base - order.at) * factor) } : order));
}
