import type { AttendanceRow } from '#shared/feeds/attendance.ts';
import { businessDay } from '#shared/core/day.ts';
import { breakLimits, staleAt } from '#shared/streams/people/attendance/guards.ts';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { compareTexts } from '#shared/core/collation.ts';

/** The stages of a day, in sequence. */
export const way = ['noRecord', 'working', 'onBreak', 'checkedOut'] as const;

/** Position of a day in the machine: yesterday's open day counts until the system closes it. */
export function placeOf(row: AttendanceRow | undefined, now: number): (typeof way)[number] {
  if (!row || row.state === 'cancelled') return 'noRecord';
  if (row.iCheckInCheckOutFlag === 1) return row.state === 'onBreak' ? 'onBreak' : 'working';
  return row.date === businessDay(now) ? 'checkedOut' : 'noRecord';
}

export type Slice = 'working' | 'onBreak' | 'long' | 'checkedOut' | 'confirm';
export const slices: readonly Slice[] = ['working', 'onBreak', 'long', 'checkedOut', 'confirm'];
export type Overseeing =
  | 'regularizeCheckIn'
  | 'setAllowCheckInCheckOut'
  | 'confirmAutoClose'
  | 'reopenDay'
  | 'cancelAttendance';
export const overseeings: readonly Overseeing[] = [
  'setAllowCheckInCheckOut',
  'confirmAutoClose',
  'reopenDay',
  'regularizeCheckIn',
  'cancelAttendance',
];

const MINUTE = 60_000;

/** Minutes of the current break; null without one. */
export function breakNow(row: AttendanceRow, now: number): number | null {
  return row.state === 'onBreak' && row.dBreakInDate
    ? Math.max(0, Math.floor((now - Date.parse(row.dBreakInDate)) / MINUTE))
    : null;
}

/** Total break minutes of the day, the current break included. */
export function breakMinutes(row: AttendanceRow, now: number): number {
  return row.iBreakMinutes + (breakNow(row, now) ?? 0);
}

/** Amber from 45 minutes, red from 90, of the current break or of the day. */
export function breakTone(row: AttendanceRow, now: number): Tone | null {
  const all = breakMinutes(row, now);
  if (all >= breakLimits.totalMinutes) return 'danger';
  return (breakNow(row, now) ?? 0) >= breakLimits.singleMinutes ? 'warn' : null;
}

export function inSlice(row: AttendanceRow, slice: Slice, now: number): boolean {
  switch (slice) {
    case 'long':
      return row.state === 'onBreak' && breakTone(row, now) !== null;
    case 'confirm':
      return row.bAutoClosed;
    default:
      return row.state === slice;
  }
}

/** Flags beside the state, as translation keys: anything unusual about the day. */
export function flagsOf(row: AttendanceRow, now: number): readonly string[] {
  const flags: string[] = [];
  if (row.iCheckInCheckOutFlag === 1 && row.date < businessDay(now)) flags.push('flag.previousDay');
  if (row.bAutoClosed) flags.push('flag.auto');
  if (row.bManualCheckIn) flags.push('flag.manual');
  if (row.override) flags.push(row.override.allow === 1 ? 'flag.allowed' : 'flag.held');
  return flags;
}

/** Sorts people at work first, the longest breaks on top. */
export function byState(a: AttendanceRow, b: AttendanceRow): number {
  const rank = { onBreak: 0, working: 1, checkedOut: 2, cancelled: 3 } as const;
  return rank[a.state] - rank[b.state] || compareTexts(a.name, b.name) || a.iEmpId - b.iEmpId;
}

/**
 * Why the command is unavailable for this day; null when it is available. The server checks all of it again.
 */
export function whyNot(
  row: AttendanceRow,
  action: Overseeing,
  who: { readonly empId: number; readonly mayEdit: boolean },
  now: number,
): string | null {
  if (!who.mayEdit) return 'off.right';
  if (row.iEmpId === who.empId) return 'off.self';
  const open = row.state === 'working' || row.state === 'onBreak';
  switch (action) {
    case 'regularizeCheckIn':
      return row.state === 'cancelled' || row.date < businessDay(now) ? null : 'off.hasDay';
    case 'setAllowCheckInCheckOut':
      return open ? null : 'off.notOpen';
    case 'confirmAutoClose':
      return row.bAutoClosed && row.state !== 'cancelled' ? null : 'off.notAuto';
    case 'reopenDay':
      return row.state !== 'checkedOut'
        ? 'off.notOut'
        : row.date === businessDay(now)
          ? null
          : 'off.notToday';
    case 'cancelAttendance':
      return row.state === 'cancelled' ? 'off.cancelled' : null;
  }
}

/** When the system is about to close the day (ms), else null. */
export function closesAt(row: AttendanceRow, now: number): number | null {
  const at = staleAt(row.date);
  return row.iCheckInCheckOutFlag === 1 && row.date < businessDay(now) && now < at ? at : null;
}
