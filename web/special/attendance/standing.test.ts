import { describe, expect, it } from 'vitest';
import type { AttendanceRow } from '#shared/feeds/attendance.ts';
import { noRecord } from '#shared/streams/people/attendance/record.ts';
import { workedMs } from './columns.tsx';
import { timeFromText } from './time-text.ts';
import { breakMinutes, breakTone, byState, closesAt, flagsOf, inSlice, placeOf, whyNot } from './standing.ts';

const day = '2026-11-18';
const clock = (time: string, on = day): number => Date.parse(`${on}T${time}:00+05:30`);
const iso = (time: string): string => new Date(clock(time)).toISOString();

function row(more: Partial<AttendanceRow> = {}): AttendanceRow {
  return {
    ...noRecord(`101-${day}`),
    id: '101',
    name: 'Ravi',
    iEcicoId: 1,
    iPooId: 1,
    dCheckInDateTime: iso('09:00'),
    iCheckInCheckOutFlag: 1,
    state: 'working',
    reasons: [],
    ...more,
  };
}
const onBreak = (since: string, before = 0): AttendanceRow =>
  row({ state: 'onBreak', iBreakInBreakOutFlag: 1, dBreakInDate: iso(since), iBreakMinutes: before });

describe('break minutes', () => {
  it('count the running break on the clock', () => {
    expect(breakMinutes(onBreak('12:00', 20), clock('12:14'))).toBe(34);
    expect(breakMinutes(row({ iBreakMinutes: 20 }), clock('12:14'))).toBe(20);
  });
  it('turn amber at 45 of one break and red at 90 of the day', () => {
    expect(breakTone(onBreak('12:00'), clock('12:44'))).toBeNull();
    expect(breakTone(onBreak('12:00'), clock('12:45'))).toBe('warn');
    expect(breakTone(onBreak('12:00'), clock('13:30'))).toBe('danger');
    expect(breakTone(onBreak('12:00', 80), clock('12:10'))).toBe('danger');
    expect(breakTone(row({ iBreakMinutes: 95 }), clock('15:00'))).toBe('danger');
  });
  it('do not count as work', () => {
    expect(workedMs(onBreak('12:00', 30), clock('12:30'))).toBe((3 * 60 + 30 - 60) * 60_000);
    expect(workedMs(row({ iWorkedMinutes: 480, iCheckInCheckOutFlag: 0 }), clock('23:00'))).toBe(
      480 * 60_000,
    );
  });
});

it('slices and flags show unusual days', () => {
  expect(inSlice(onBreak('12:00'), 'long', clock('12:44'))).toBe(false);
  expect(inSlice(onBreak('12:00'), 'long', clock('12:46'))).toBe(true);
  expect(inSlice(row({ bAutoClosed: true, state: 'checkedOut' }), 'confirm', clock('12:00'))).toBe(true);
  expect(flagsOf(row(), clock('12:00'))).toEqual([]);
  expect(
    flagsOf(
      row({ bManualCheckIn: true, override: { allow: 0, reason: 'x', by: 'y' } }),
      clock('02:00', '2026-11-19'),
    ),
  ).toEqual(['flag.previousDay', 'flag.manual', 'flag.held']);
});

it('breaks are above work, work above those who left', () => {
  const rows = [
    row({ name: 'Z', state: 'checkedOut' }),
    row({ name: 'B' }),
    row({ name: 'A' }),
    row({ name: 'C', state: 'onBreak' }),
  ];
  expect(rows.toSorted(byState).map(({ name }) => name)).toEqual(['C', 'A', 'B', 'Z']);
});

describe('what a lead can do', () => {
  const lead = { empId: 131, mayEdit: true };
  const now = clock('18:00');
  it('never without the right, never to oneself', () => {
    expect(whyNot(row(), 'cancelAttendance', { empId: 131, mayEdit: false }, now)).toBe('off.right');
    expect(whyNot(row(), 'cancelAttendance', { empId: 101, mayEdit: true }, now)).toBe('off.self');
  });
  it('follows the state of the day', () => {
    expect(whyNot(row(), 'setAllowCheckInCheckOut', lead, now)).toBeNull();
    expect(whyNot(row({ state: 'checkedOut' }), 'setAllowCheckInCheckOut', lead, now)).toBe('off.notOpen');
    expect(whyNot(row({ state: 'checkedOut', bAutoClosed: true }), 'confirmAutoClose', lead, now)).toBeNull();
    expect(whyNot(row(), 'confirmAutoClose', lead, now)).toBe('off.notAuto');
    expect(whyNot(row({ state: 'checkedOut' }), 'reopenDay', lead, now)).toBeNull();
    expect(whyNot(row({ state: 'checkedOut' }), 'reopenDay', lead, clock('09:00', '2026-11-19'))).toBe(
      'off.notToday',
    );
    expect(whyNot(row({ state: 'cancelled' }), 'cancelAttendance', lead, now)).toBe('off.cancelled');
    expect(whyNot(row(), 'regularizeCheckIn', lead, now)).toBe('off.hasDay');
    expect(whyNot(row({ state: 'cancelled' }), 'regularizeCheckIn', lead, now)).toBeNull();
  });
});

it("yesterday's open day is used until six", () => {
  expect(placeOf(undefined, clock('10:00'))).toBe('noRecord');
  expect(placeOf(row(), clock('02:00', '2026-11-19'))).toBe('working');
  expect(closesAt(row(), clock('02:00', '2026-11-19'))).toBe(clock('06:00', '2026-11-19'));
  expect(closesAt(row(), clock('20:00'))).toBeNull();
  expect(placeOf(row({ state: 'checkedOut', iCheckInCheckOutFlag: 0 }), clock('20:00'))).toBe('checkedOut');
  expect(placeOf(row({ state: 'checkedOut', iCheckInCheckOutFlag: 0 }), clock('09:00', '2026-11-19'))).toBe(
    'noRecord',
  );
});

it('a time is understood as people type it', () => {
  expect(['930', '9:30', '09.30', ' 0930 ', '23:59'].map(timeFromText)).toEqual([
    '09:30',
    '09:30',
    '09:30',
    '09:30',
    '23:59',
  ]);
  expect(['24:00', '9:75', 'noon', ''].map(timeFromText)).toEqual(['24:00', '9:75', 'noon', '']);
});
