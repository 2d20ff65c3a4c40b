import { addDays, businessDay, clockTime, instantOf, isSunday } from '../../../core/day.ts';

export const callClasses = ['promotional', 'service', 'transactional', 'clinical'] as const;
export type CallClass = (typeof callClasses)[number];

/** Calling hours of a class, IST. */
export interface CallWindow {
  readonly from: string;
  readonly to: string;
  readonly sundays: boolean;
  readonly holidays: boolean;
}
export type CallingHours = Readonly<Record<CallClass, CallWindow>>;

/**
 * Defaults; a campaign or the configuration may narrow them. Clinical escalations are allowed at any time.
 */
export const callingHours: CallingHours = {
  promotional: { from: '10:00', to: '21:00', sundays: false, holidays: false },
  service: { from: '09:00', to: '20:00', sundays: true, holidays: true },
  transactional: { from: '08:00', to: '21:00', sundays: true, holidays: true },
  clinical: { from: '00:00', to: '24:00', sundays: true, holidays: true },
};

/** Caller id series: 140 for lead and campaign calls, 1600 for all others. */
export const seriesOf = (callClass: CallClass): '140' | '1600' =>
  callClass === 'promotional' ? '140' : '1600';

/** Found by `prepare`: the hours in force and today's holiday at the place. */
export interface CallingDay {
  readonly hours: CallingHours;
  readonly holiday: string | null;
}

export type ClosedWhy = 'hours' | 'sunday' | 'holiday';

/**
 * Why calls of this class are not allowed at that instant; null when they are. The end of the window is
 * exclusive.
 */
export function closedWhy(
  callClass: CallClass,
  now: number,
  { hours, holiday }: CallingDay,
): ClosedWhy | null {
  const window = hours[callClass];
  if (!window.sundays && isSunday(businessDay(now))) return 'sunday';
  if (!window.holidays && holiday !== null) return 'holiday';
  const time = clockTime(now);
  return time >= window.from && time < window.to ? null : 'hours';
}

/** The next instant from `now` at which calls of this class are allowed; does not know future holidays. */
export function opensAt(callClass: CallClass, now: number, { hours, holiday }: CallingDay): number {
  const window = hours[callClass];
  const today = businessDay(now);
  for (let n = 0; n < 8; n += 1) {
    const day = addDays(today, n);
    if ((!window.sundays && isSunday(day)) || (!window.holidays && n === 0 && holiday !== null)) continue;
    if (n === 0 && clockTime(now) >= window.to) continue;
    return Math.max(now, instantOf(day, window.from));
  }
  return now;
}

/** Start of the window on the n-th working day from now. */
export function workingDayAt(callClass: CallClass, now: number, days: number, day: CallingDay): number {
  let at = businessDay(now);
  for (let left = days; left > 0;) {
    at = addDays(at, 1);
    if (!isSunday(at)) left -= 1;
  }
  return instantOf(at, day.hours[callClass].from);
}
