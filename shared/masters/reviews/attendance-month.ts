import { headOf } from '../../core/cut.ts';
import { addDays, clockTime, instantOf, monthOf } from '../../core/day.ts';
import { inPoos, type Viewer } from '../../core/permission.ts';
import type { AttendanceRecord } from '../../streams/people/attendance/record.ts';
import { compareTexts } from '../../core/collation.ts';

export const monthPattern = /^20\d\d-(0[1-9]|1[0-2])$/;
export type DayState = 'working' | 'onBreak' | 'checkedOut' | 'cancelled';
export type DayMark = 'late' | 'auto' | 'manual';

export interface MonthDay {
  readonly state: DayState;
  /** HH:mm on the day or in the following night. */
  readonly in: string | null;
  readonly out: string | null;
  readonly worked: number | null;
  readonly marks: readonly DayMark[];
}
export interface MonthRow {
  /** The employee's id. */
  readonly id: string;
  readonly iEmpId: number;
  readonly name: string;
  readonly iPooId: number | null;
  readonly iDesignationId: number | null;
  readonly designation: string;
  /** By date; a day without a record is absent. */
  readonly days: Readonly<Record<string, MonthDay>>;
  /** Names of holidays at this person's place, by date. Sundays are not included. */
  readonly holidays: Readonly<Record<string, string>>;
  readonly worked: number;
  readonly present: number;
  readonly late: number;
}
export interface AttendanceMonth {
  readonly month: string;
  readonly today: string;
  readonly rows: readonly MonthRow[];
  readonly total: number;
  readonly cut: boolean;
  readonly limit: number;
}

export interface MonthEmployee {
  readonly iEmpId: number;
  readonly name: string;
  readonly iPooId: number | null;
  readonly managerId: number | null;
  readonly iDesignationId: number | null;
  readonly designation: string;
  readonly active: boolean;
}
export interface CutOff {
  readonly iDesignationId: number;
  readonly iPooId: number | null;
  readonly dFrom: string;
  readonly tCutOff: string | null;
  readonly iGraceMin: number;
}
export interface MonthHoliday {
  readonly date: string;
  readonly name: string;
  /** Null: all places. */
  readonly pooIds: readonly number[] | null;
}
export interface MonthData {
  readonly employees: readonly MonthEmployee[];
  readonly records: Iterable<AttendanceRecord>;
  readonly cutOffs: readonly CutOff[];
  readonly holidays: readonly MonthHoliday[];
  /** Designations that use attendance. */
  readonly kept: readonly number[];
}

/** All dates of a month, `2026-11`. */
export function daysOf(month: string): string[] {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}

/** Months to choose from: the current one and those before it. */
export function monthsTo(today: string, count: number): string[] {
  const months = [monthOf(today)];
  while (months.length < count) months.push(monthOf(addDays(`${months.at(-1)}-01`, -1)));
  return months;
}

/** The cut-off of a designation on a day; a place's own takes precedence over the general one. */
export function cutOffOn(
  cutOffs: readonly CutOff[],
  day: string,
  designationId: number | null,
  pooId: number | null,
): CutOff | null {
  const inForce = cutOffs.filter(
    (one) =>
      one.iDesignationId === designationId &&
      one.dFrom <= day &&
      (one.iPooId === null || one.iPooId === pooId),
  );
  return (
    inForce.sort(
      (a, b) => Number(b.iPooId !== null) - Number(a.iPooId !== null) || b.dFrom.localeCompare(a.dFrom),
    )[0] ?? null
  );
}

function dayOf(record: AttendanceRecord, cutOffs: readonly CutOff[]): MonthDay {
  const cut = cutOffOn(cutOffs, record.date, record.iDesignationId, record.iPooId);
  const late =
    cut?.tCutOff && record.dCheckInDateTime
      ? Date.parse(record.dCheckInDateTime) >=
        instantOf(record.date, headOf(cut.tCutOff, 5)) + (cut.iGraceMin + 1) * 60_000
      : false;
  const state: DayState =
    record.iCancelFlag === 1
      ? 'cancelled'
      : record.iCheckInCheckOutFlag !== 1
        ? 'checkedOut'
        : record.iBreakInBreakOutFlag === 1
          ? 'onBreak'
          : 'working';
  const at = (instant: string | null): string | null => (instant ? clockTime(Date.parse(instant)) : null);
  const marks: DayMark[] = [
    ...(late && state !== 'cancelled' ? ['late' as const] : []),
    ...(record.bAutoClosed ? ['auto' as const] : []),
    ...(record.bManualCheckIn ? ['manual' as const] : []),
  ];
  return {
    state,
    in: at(record.dCheckInDateTime),
    out: at(record.dActualCheckOutDateTime),
    worked: state === 'cancelled' ? null : record.iWorkedMinutes,
    marks,
  };
}

/** Holidays of a place in a month; a place's own takes precedence over a general one. */
function holidaysOf(
  holidays: readonly MonthHoliday[],
  month: string,
  pooId: number | null,
): Record<string, string> {
  const here = holidays.filter(
    (one) =>
      one.date.startsWith(month) && (one.pooIds === null || (pooId !== null && one.pooIds.includes(pooId))),
  );
  return Object.fromEntries(
    here
      .sort((a, b) => Number(a.pooIds !== null) - Number(b.pooIds !== null))
      .map((one) => [one.date, one.name]),
  );
}

/**
 * A row for everybody who uses attendance or has a record in that month: employees of the viewer's places and
 * those who report to the viewer.
 */
export function attendanceMonth(
  data: MonthData,
  viewer: Pick<Viewer, 'poos' | 'empId'>,
  month: string,
  iPooId: number | null,
): MonthRow[] {
  const days = new Map<number, Record<string, MonthDay>>();
  for (const record of data.records) {
    if (record.iEcicoId === null || !record.date.startsWith(month)) continue;
    days.set(record.iEmpId, { ...days.get(record.iEmpId), [record.date]: dayOf(record, data.cutOffs) });
  }
  return data.employees
    .flatMap((one): MonthRow[] => {
      const own = days.get(one.iEmpId) ?? {};
      const listed =
        Object.keys(own).length > 0 ||
        (one.active && one.iDesignationId !== null && data.kept.includes(one.iDesignationId));
      const seen = inPoos(viewer, one.iPooId) || (one.managerId !== null && one.managerId === viewer.empId);
      if (!listed || !seen || (iPooId !== null && one.iPooId !== iPooId)) return [];
      const valid = Object.values(own).filter((day) => day.state !== 'cancelled');
      return [
        {
          id: String(one.iEmpId),
          iEmpId: one.iEmpId,
          name: one.name,
          iPooId: one.iPooId,
          iDesignationId: one.iDesignationId,
          designation: one.designation,
          days: own,
          holidays: holidaysOf(data.holidays, month, one.iPooId),
          worked: valid.reduce((sum, day) => sum + (day.worked ?? 0), 0),
          present: valid.length,
          late: valid.filter((day) => day.marks.includes('late')).length,
        },
      ];
    })
    .sort((a, b) => compareTexts(a.name, b.name) || a.iEmpId - b.iEmpId);
}

/** Formats 500 minutes as `8:20`. */
export function hours(minutes: number | null): string {
  return minutes === null ? '' : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
