import { addDays, businessDay, instantOf } from '#shared/core/day.ts';
import { staleCloseTime } from '#shared/streams/people/attendance/guards.ts';
import { demoCustomers } from './customers.ts';
import { demoDay } from './day.ts';
import { demoLeads } from './leads.ts';
import { demoMasters } from './masters.ts';
import type { DemoOrder } from './order.ts';
import { demoPapers, paperFiles } from './papers.ts';
import { demoPeople, demoPharmacists, demoPlaces } from './people.ts';
import { sheetFile, type SampleFile } from './sample-files.ts';
import { demoSheets, demoSignups } from './signups.ts';

const minute = 60_000;
/** When what was left open the day before is closed: the demo's own day is after that, and no shorter than a minute. */
const dayBegins = staleCloseTime.slice(0, 5);
const youngest = minute;
/** The longest ago that something of the demo's day happened, with some room. */
const span = 376 * minute;

function baseOf(now: number): number {
  const today = businessDay(now);
  return now - instantOf(today, dayBegins) < youngest ? instantOf(addDays(today, -1), '22:00') : now;
}

/** The files that the plan of the same instant speaks of. */
export function demoFiles(now: number): readonly SampleFile[] {
  const base = baseOf(now);
  return [...demoSheets.map(sheetFile), ...paperFiles(base, demoCustomers(base))];
}

/**
 * The whole history of the demo organisation up to `now` (ms); the same instant gives the same orders. A working day lasts
 * longer than the morning may be old: then its hours pass faster; until a minute past six it is still yesterday evening.
 */
export function demoPlan(now: number): readonly DemoOrder[] {
  const base = baseOf(now);
  const customers = demoCustomers(base);
  const factor = Math.min(1, (base - instantOf(businessDay(base), dayBegins)) / span);
  return [
    ...demoPlaces(base),
    ...demoPeople(base),
    ...demoPharmacists(base),
    ...demoMasters(base),
    ...demoLeads(base),
    ...customers,
    ...demoPapers(base, customers),
    ...demoDay(base),
    ...demoSignups(base),
  ].map((order) => (base - order.at < span ? { ...order, at: Math.round(base - (base - order.at) * factor) } : order));
}
