import { addDays, businessDay, isSunday } from '#shared/core/day.ts';
import type { AppointmentRow } from '#shared/feeds/appointments.ts';
import { finder } from '#shared/core/plain.ts';
import { compareTexts } from '#shared/core/collation.ts';

export interface DayOf {
  readonly day: string;
  readonly rows: readonly AppointmentRow[];
}

/** Appointments grouped by day, each day sorted by slot. */
export function byDay(rows: readonly AppointmentRow[]): readonly DayOf[] {
  const days = new Map<string, AppointmentRow[]>();
  for (const row of rows) days.set(row.appDate, [...(days.get(row.appDate) ?? []), row]);
  return [...days]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([day, list]) => ({
      day,
      rows: list.toSorted(
        (a, b) => a.startsAt.localeCompare(b.startsAt) || compareTexts(a.assignedName, b.assignedName),
      ),
    }));
}

export function matches(
  row: AppointmentRow,
  search: string,
  employee: string | null,
  type: string | null,
): boolean {
  if (employee !== null && String(row.iAssignedTo) !== employee) return false;
  if (type !== null && row.vAppType !== type) return false;
  return finder(search)(`${row.ref} ${row.who} ${row.place?.name ?? ''} ${row.assignedName} ${row.vRemarks}`);
}

/** The first bookable day: today, or Monday when today is a Sunday. */
export function firstDay(now: number): string {
  const today = businessDay(now);
  return isSunday(today) ? addDays(today, 1) : today;
}

/** The last bookable day. */
export function lastDay(now: number, horizonDays: number): string {
  return addDays(businessDay(now), horizonDays);
}

/** Why it cannot be rescheduled, as a translation key; null when it can. */
export function whyNoMove(row: AppointmentRow, mayBook: boolean, most: number): string | null {
  if (!mayBook) return 'off.right';
  if (row.request) return 'off.pending';
  if (row.iTaskStatus !== 0) return 'off.started';
  return row.iRescheduleCount >= most ? 'off.limit' : null;
}

/** Why its cancellation cannot be requested, as a translation key; null when it can. */
export function whyNoCancelRequest(row: Pick<AppointmentRow, 'request'>, mayBook: boolean): string | null {
  if (!mayBook) return 'off.right';
  return row.request ? 'off.pending' : null;
}

/** Slots before noon, before five, and later. */
export function partOfDay(slotFrom: string): 'morning' | 'afternoon' | 'evening' {
  return slotFrom < '12:00' ? 'morning' : slotFrom < '17:00' ? 'afternoon' : 'evening';
}
