import { instantOf, isSunday, timeOfDay } from '../../core/day.ts';
import { inPoos, type Viewer } from '../../core/permission.ts';
import type { AttendanceRecord } from '../../streams/people/attendance/record.ts';
import { cutOffOn, type CutOff, type MonthEmployee, type MonthHoliday } from './attendance-month.ts';

/** Somebody whose day has not begun although it should have. */
export interface LateStart {
  /** The employee's id. */
  readonly id: string;
  readonly iEmpId: number;
  readonly name: string;
  readonly iPooId: number | null;
  readonly designation: string;
  /** HH:mm till which the day should have begun, without the grace. */
  readonly cutOff: string;
  readonly minutesLate: number;
  /** HH:mm of the first task of today that waits for them. */
  readonly task: string | null;
  /** HH:mm till which they may begin all the same. */
  readonly allowedUntil: string | null;
}
export interface LateStarts {
  readonly today: string;
  readonly rows: readonly LateStart[];
}
/** When a day could be begun: from `closesAt` on only with leave. */
export interface StartLimit {
  readonly time: string;
  readonly closesAt: number;
}
interface Calendar {
  readonly cutOffs: readonly CutOff[];
  readonly holidays: readonly MonthHoliday[];
}

/** The limit in force for a designation at a place that day; none on Sundays, on holidays and where no threshold sets one. */
export function startLimit({ cutOffs, holidays }: Calendar, day: string, designationId: number | null, pooId: number | null): StartLimit | null {
  const free = holidays.some((one) => one.date === day && (one.pooIds === null || (pooId !== null && one.pooIds.includes(pooId))));
  const cut = free || isSunday(day) ? null : cutOffOn(cutOffs, day, designationId, pooId);
  if (!cut?.tCutOff) return null;
  const time = cut.tCutOff.slice(0, 5);
  return { time, closesAt: instantOf(day, time) + (cut.iGraceMin + 1) * 60_000 };
}

export interface LateFacts extends Calendar {
  readonly employees: readonly MonthEmployee[];
  readonly records: Iterable<AttendanceRecord>;
  /** Designations for which attendance is kept. */
  readonly kept: readonly number[];
  /** Tasks that have not begun. */
  readonly tasks: Iterable<{ readonly iAssignedTo: number | null; readonly appDate: string; readonly slotFrom: string }>;
  /** The instant till which somebody may begin late. */
  readonly allowed: ReadonlyMap<number, string>;
}

/** Who has not begun the day after its limit, the latest first: people of the viewer's places, and whoever reports to them. */
export function lateStarts(facts: LateFacts, viewer: Pick<Viewer, 'poos' | 'empId'>, day: string, now: number): LateStart[] {
  const begun = new Set([...facts.records].filter((one) => one.date === day && one.iEcicoId !== null && one.iCancelFlag === 0).map((one) => one.iEmpId));
  const tasks = new Map<number, string>();
  for (const { iAssignedTo, appDate, slotFrom } of facts.tasks) {
    if (iAssignedTo === null || appDate !== day) continue;
    const first = tasks.get(iAssignedTo);
    if (first === undefined || slotFrom < first) tasks.set(iAssignedTo, slotFrom);
  }
  const clock = (at: number): string => timeOfDay(at).slice(0, 5);
  return facts.employees
    .flatMap((one): LateStart[] => {
      if (!one.active || begun.has(one.iEmpId) || one.iDesignationId === null || !facts.kept.includes(one.iDesignationId)) return [];
      if (!inPoos(viewer, one.iPooId) && (one.managerId === null || one.managerId !== viewer.empId)) return [];
      const limit = startLimit(facts, day, one.iDesignationId, one.iPooId);
      if (!limit || now < limit.closesAt) return [];
      const allowed = Date.parse(facts.allowed.get(one.iEmpId) ?? '');
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
    .sort((a, b) => b.minutesLate - a.minutesLate || a.name.localeCompare(b.name) || a.iEmpId - b.iEmpId);
}
