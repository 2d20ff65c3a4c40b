import { headOf } from '../../core/cut.ts';
import { clockTime, instantOf, isSunday } from '../../core/day.ts';
import { inPoos, type Viewer } from '../../core/permission.ts';
import type { AttendanceRecord } from '../../streams/people/attendance/record.ts';
import { compareTexts } from '../../core/collation.ts';

/** An employee who should have started the day but has not. */
export interface LateStart {
  /** The employee's id. */
  readonly id: string;
  readonly iEmpId: number;
  readonly name: string;
  readonly iPooId: number | null;
  readonly designation: string;
  /** HH:mm of the cut-off, without the grace period. */
  readonly cutOff: string;
  readonly minutesLate: number;
  /** HH:mm of today's first open task. */
  readonly task: string | null;
  /** HH:mm until which a late start is allowed. */
  readonly allowedUntil: string | null;
}
export interface LateStarts {
  readonly today: string;
  readonly rows: readonly LateStart[];
}
/** Time limits for starting the day: from `closesAt` on only with permission. */
export interface StartLimit {
  readonly time: string;
  readonly closesAt: number;
}
/** An employee as the starts of the day need them. */
export interface Starter {
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
export interface Holiday {
  readonly date: string;
  readonly name: string;
  /** Null: all places. */
  readonly pooIds: readonly number[] | null;
}
interface Calendar {
  readonly cutOffs: readonly CutOff[];
  readonly holidays: readonly Holiday[];
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

/** The limit of a designation at a place on a day; none on Sundays, on holidays and without a threshold. */
export function startLimit(
  { cutOffs, holidays }: Calendar,
  day: string,
  designationId: number | null,
  pooId: number | null,
): StartLimit | null {
  const free = holidays.some(
    (one) => one.date === day && (one.pooIds === null || (pooId !== null && one.pooIds.includes(pooId))),
  );
  const cut = free || isSunday(day) ? null : cutOffOn(cutOffs, day, designationId, pooId);
  if (!cut?.tCutOff) return null;
  const time = headOf(cut.tCutOff, 5);
  return { time, closesAt: instantOf(day, time) + (cut.iGraceMin + 1) * 60_000 };
}

export interface LateStartData extends Calendar {
  readonly employees: readonly Starter[];
  readonly records: Iterable<AttendanceRecord>;
  /** Designations that use attendance. */
  readonly kept: readonly number[];
  /** Tasks that have not started. */
  readonly tasks: Iterable<{
    readonly iAssignedTo: number | null;
    readonly appDate: string;
    readonly slotFrom: string;
  }>;
  /** The instant until which each employee may start late. */
  readonly allowed: ReadonlyMap<number, string>;
}

/**
 * Employees who have not started by their limit, the latest first: those of the viewer's places and those who
 * report to the viewer.
 */
export function lateStarts(
  data: LateStartData,
  viewer: Pick<Viewer, 'poos' | 'empId'>,
  day: string,
  now: number,
): LateStart[] {
  const begun = new Set(
    [...data.records]
      .filter((one) => one.date === day && one.iEcicoId !== null && one.iCancelFlag === 0)
      .map((one) => one.iEmpId),
  );
  const tasks = new Map<number, string>();
  for (const { iAssignedTo, appDate, slotFrom } of data.tasks) {
    if (iAssignedTo === null || appDate !== day) continue;
    const first = tasks.get(iAssignedTo);
    if (first === undefined || slotFrom < first) tasks.set(iAssignedTo, slotFrom);
  }
  const clock = (at: number): string => clockTime(at);
  return data.employees
    .flatMap((one): LateStart[] => {
      if (
        !one.active ||
        begun.has(one.iEmpId) ||
        one.iDesignationId === null ||
        !data.kept.includes(one.iDesignationId)
      )
        return [];
      if (!inPoos(viewer, one.iPooId) && (one.managerId === null || one.managerId !== viewer.empId))
        return [];
      const limit = startLimit(data, day, one.iDesignationId, one.iPooId);
      if (!limit || now < limit.closesAt) return [];
      const allowed = Date.parse(data.allowed.get(one.iEmpId) ?? '');
      return [
        {
          id: String(one.iEmpId),
          iEmpId: one.iEmpId,
          name: one.name,
          iPooId: one.iPooId,
          designation: one.designation,
          cutOff: limit.time,
          minutesLate: Math.floor((now - instantOf(day, limit.time)) / 60_000),
          task: tasks.get(one.iEmpId) ?? null,
          allowedUntil: allowed >= now ? clock(allowed) : null,
        },
      ];
    })
    .sort((a, b) => b.minutesLate - a.minutesLate || compareTexts(a.name, b.name) || a.iEmpId - b.iEmpId);
}
