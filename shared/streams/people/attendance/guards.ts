import { addDays, instantOf } from '../../../core/day.ts';
import { limits } from '../../../core/limits.ts';
import type { AttendanceRecord } from './record.ts';

/** Designations that see the attendance buttons (specification §6). */
export const attendanceDesignations: readonly number[] = [19, 95, 85, 11, 110, 79, 114, 9, 115, 124];

/** The system closes an open day at this time of the next morning, IST. */
export const staleCloseTime = '06:00:00';
export const breakLimits = { singleMinutes: 45, totalMinutes: 90 } as const;

/** The cut-off of the day for one person, and until when they may start despite it. */
export interface DayStart {
  /** HH:mm, as it is shown. */
  readonly time: string;
  /** From this instant (ms) on, with the grace period, only with permission. */
  readonly closesAt: number;
  readonly allowedUntil: number | null;
}

/** Input of the attendance guards; the same on server and console. */
export interface AttendanceContext {
  /** The employee's latest record, or null. */
  readonly record: AttendanceRecord | null;
  readonly today: string;
  /** The server's clock, ms. */
  readonly now: number;
  readonly effectiveDesignationId: number | null;
  readonly admin?: boolean;
  readonly online: boolean;
  /** Null without a cut-off today; absent where nobody has looked. */
  readonly dayStart?: DayStart | null;
}

type Guard = (context: AttendanceContext) => boolean;
const live = (record: AttendanceRecord | null): record is AttendanceRecord =>
  record !== null && record.iEcicoId !== null && record.iCancelFlag === 0;

export const isPermittedDesignation: Guard = ({ effectiveDesignationId }) =>
  effectiveDesignationId !== null && attendanceDesignations.includes(effectiveDesignationId);
export const recordOpen: Guard = ({ record }) => live(record) && record.iCheckInCheckOutFlag === 1;
export const recordIsToday: Guard = ({ record, today }) => live(record) && record.date === today;
export const openToday: Guard = (context) => recordOpen(context) && recordIsToday(context);
export const hasNoRecordToday: Guard = (context) => !recordIsToday(context);
export const checkedOutToday: Guard = (context) => recordIsToday(context) && !recordOpen(context);
export const earlierDayOpen: Guard = (context) => recordOpen(context) && context.record!.date < context.today;
/** Yesterday's record is still open and may be continued until 06:00. */
export const yesterdayOpen: Guard = (context) =>
  earlierDayOpen(context) && context.now < staleAt(context.record!.date);
export const breakFlagOn: Guard = ({ record }) => record?.iBreakInBreakOutFlag === 1;
export const breakFlagOff: Guard = (context) => !breakFlagOn(context);
/** `1` and the wire format's `"1"` count, `true` does not. */
export const mayCheckOut: Guard = ({ record }) => {
  const flag: unknown = record?.iAllowCheckInCheckOut;
  return typeof flag !== 'boolean' && Number(flag) === 1;
};
export const notOnBreak: Guard = breakFlagOff;
export const notOnCall: Guard = ({ record }) => Number(record?.iOnCall ?? 0) !== 1;
/** The person's own check-out, while it can be taken back. */
export const mayUndoCheckOut: Guard = ({ record, now }) =>
  live(record) &&
  record.iCheckInCheckOutFlag === 0 &&
  !record.bAutoClosed &&
  record.iModifiedBy === record.iEmpId &&
  record.dActualCheckOutDateTime !== null &&
  now <= Date.parse(record.dActualCheckOutDateTime) + limits.undoMs;
export const dayStartOpen: Guard = ({ dayStart, now }) =>
  !dayStart || now < dayStart.closesAt || (dayStart.allowedUntil !== null && now <= dayStart.allowedUntil);
export const isOnline: Guard = ({ online }) => online;
export const breakIsLong: Guard = ({ record, now }) => {
  if (!record || record.iBreakInBreakOutFlag !== 1 || !record.dBreakInDate) return false;
  const single = (now - Date.parse(record.dBreakInDate)) / 60_000;
  return single >= breakLimits.singleMinutes || single + record.iBreakMinutes >= breakLimits.totalMinutes;
};

/** When the system closes an open day of that date, ms. */
export function staleAt(date: string): number {
  return instantOf(addDays(date, 1), staleCloseTime);
}
