import { initialTransition, transition } from 'xstate';
import { z } from 'zod';
import { addDays, clockTime, instantOf, isDay, showDay } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import type { AttendanceInput } from './attendance.machine.ts';
import { attendanceAccepts } from './attendance.machine.ts';
import { checkOutMachine } from './checkout.machine.ts';
import type { AttendanceContext, DayStart } from './guards.ts';
import * as guards from './guards.ts';
import type { DayOpened } from './record.ts';
import type { AttendanceRecord } from './record.ts';
import { blockedBy, hasCall } from './record.ts';
import { attendanceTranslations } from './translations.ts';

export const iso = (at: number): string => new Date(at).toISOString();
export const clockTimeOf = (instant: string | null): string =>
  instant ? clockTime(Date.parse(instant)) : '';
export const isLive = (record: AttendanceRecord): boolean =>
  record.iEcicoId !== null && record.iCancelFlag === 0;

/** The fixed check-out time on the record's own date; never before the check-in. */
export function fixedCheckOut(record: AttendanceRecord, ctx: Pick<Ctx, 'prepared'>): string {
  const fixed = iso(instantOf(record.date, ctx.prepared?.fixedCheckOutTime ?? '23:59:59'));
  return record.dCheckInDateTime && fixed < record.dCheckInDateTime ? record.dCheckInDateTime : fixed;
}

function machineInput(record: AttendanceRecord | null, ctx: Ctx): AttendanceInput & AttendanceContext {
  return {
    record,
    today: ctx.today,
    now: ctx.now,
    effectiveDesignationId: ctx.viewer.effectiveDesignationId,
    online: true,
  };
}

/** Why the owner may not change this day now; null when they may. */
function dayRefused(record: AttendanceRecord, ctx: Ctx): Refusal | null {
  if (ctx.viewer.empId !== record.iEmpId) return refuse('ownOnly', 403);
  if (!isDay(record.date)) return refuse('notFound', 404);
  if (record.date > ctx.today) return refuse('dayNotCome', 422);
  if (record.date < ctx.today && ctx.now >= guards.staleAt(record.date))
    return refuse('dayAlreadyClosed', 410);
  if (record.bAutoClosed) return refuse('dayAlreadyClosed', 410);
  if (!isLive(record)) return refuse('noCheckInToday', 409);
  if (record.iCheckInCheckOutFlag !== 1)
    return refuse('alreadyCheckedOut', 409, { time: clockTimeOf(record.dActualCheckOutDateTime) });
  return null;
}

function notAllowed(record: AttendanceRecord, ctx: Ctx): Refusal {
  const codes = blockedBy(record);
  const phrases: Readonly<Record<string, string>> = attendanceTranslations[ctx.viewer.language];
  return refuse('checkOutNotAllowed', 422, {
    reasons: codes.map((code) => phrases[`reason.${code}`] ?? code).join(', '),
    codes,
  });
}

/** Data of a new record; the designation is the one currently in effect. */
export function opened(
  record: AttendanceRecord,
  ctx: Ctx,
  designationId: number | null,
): DayOpened & Record<string, unknown> {
  const employee = ctx.directory.employee(record.iEmpId);
  return {
    iEcicoId: ctx.newNumber('ecico'),
    iEmpId: record.iEmpId,
    iPooId: employee?.primaryPooId ?? null,
    iDesignationId: designationId,
    name: employee?.name ?? ctx.viewer.name,
    managerId: employee?.managerId ?? null,
  };
}

/** Stream of the previous day; none for an invalid key, which the decision refuses. */
export const previousDay = (_input: unknown, record: AttendanceRecord): Record<string, string> =>
  isDay(record.date) ? { previous: `attendance-${record.iEmpId}-${addDays(record.date, -1)}` } : {};

const location = z.strictObject({
  lat: z.number().min(-90).max(90).optional(),
  lng: z.number().min(-180).max(180).optional(),
});

/** What a preparation found of the day's cut-off. */
export const dayStartIn = ({ prepared }: Pick<Ctx, 'prepared'>): DayStart | null =>
  (prepared as { readonly dayStart?: DayStart | null } | undefined)?.dayStart ?? null;

/** Why this person cannot begin the day, apart from its cut-off; null when they can. */
export function beginRefused(
  record: AttendanceRecord,
  previous: AttendanceRecord,
  ctx: Ctx,
  command: 'CHECK_IN' | 'REQUEST_DAY_START',
): Refusal | null {
  const here = { ...machineInput(isLive(record) ? record : previous, ctx), dayStart: dayStartIn(ctx) };
  if (attendanceAccepts(here, command)) return null;
  if (guards.openToday(here))
    return refuse('alreadyCheckedIn', 409, { time: clockTimeOf(record.dCheckInDateTime) });
  if (guards.checkedOutToday(here))
    return refuse('alreadyCheckedOut', 409, { time: clockTimeOf(record.dActualCheckOutDateTime) });
  if (guards.earlierDayOpen(here)) return refuse('previousDayOpen', 409, { date: showDay(previous.date) });
  return command === 'REQUEST_DAY_START' && guards.isPermittedDesignation(here)
    ? refuse('dayStartOpen', 422)
    : refuse('attendanceNotPermitted', 403);
}

export const checkIn = command<AttendanceRecord, z.infer<typeof location>>({
  input: location,
  need: 'signedIn',
  creates: true,
  reads: previousDay,
  decide: (record, input, ctx) => {
    if (ctx.viewer.empId !== record.iEmpId) return refuse('ownOnly', 403);
    if (!isDay(record.date)) return refuse('notFound', 404);
    if (record.date > ctx.today) return refuse('dayNotCome', 422);
    if (record.date < ctx.today) return refuse('dayAlreadyClosed', 410);
    const no = beginRefused(record, ctx.read.previous as AttendanceRecord, ctx, 'CHECK_IN');
    if (no) return no;
    const dayStart = dayStartIn(ctx);
    if (dayStart && !guards.dayStartOpen({ ...machineInput(record, ctx), dayStart }))
      return refuse('dayStartClosed', 422, { time: dayStart.time });
    if ((input.lat === undefined) !== (input.lng === undefined))
      return refuse('locationIncomplete', 400, undefined, 'lat');
    const place = input.lat === undefined ? {} : { lat: input.lat, lng: input.lng };
    return [
      {
        type: 'CheckedIn',
        data: { ...opened(record, ctx, ctx.viewer.effectiveDesignationId), bManualCheckIn: false, ...place },
      },
    ];
  },
});

const wantedBreak = z.strictObject({
  iBreakInBreakOutFlag: z.union([z.literal(0), z.literal(1)]).optional(),
});

/**
 * `iBreakInBreakOutFlag`, when given, is the state the caller wants: a second tab's click is then refused
 * instead of reverting it.
 */
export const toggleBreak = command<AttendanceRecord, z.infer<typeof wantedBreak>>({
  input: wantedBreak,
  need: 'signedIn',
  creates: true,
  decide: (record, input, ctx) => {
    const no = dayRefused(record, ctx);
    if (no) return no;
    const off = record.iBreakInBreakOutFlag !== 1;
    if (input.iBreakInBreakOutFlag !== undefined && (input.iBreakInBreakOutFlag === 1) !== off)
      return refuse('breakUnchanged', 409);
    if (!attendanceAccepts(machineInput(record, ctx), 'BREAK_TOGGLE')) return refuse('onCall', 422);
    if (off) return [breakStarted(record)];
    return [{ type: 'BreakEnded', data: { iEcicoId: record.iEcicoId, iEmpId: record.iEmpId } }];
  },
});

export const breakStarted = ({ iEcicoId, iEmpId }: AttendanceRecord): NewEvent => ({
  type: 'BreakStarted',
  data: { iEcicoId, iEmpId },
});

/**
 * Remembers a break that is asked for during a call, until the call has its disposition; without a call it begins
 * at once. `wanted: false` takes the request back.
 */
export const requestBreak = command<AttendanceRecord, { readonly wanted: boolean }>({
  input: z.strictObject({ wanted: z.boolean() }),
  need: 'signedIn',
  decide: (record, { wanted }, ctx) => {
    const no = dayRefused(record, ctx);
    if (no) return no;
    if (record.iBreakInBreakOutFlag === 1 || (record.breakRequestedAt !== null) === wanted)
      return refuse('breakUnchanged', 409);
    if (wanted && !hasCall(record)) return [breakStarted(record)];
    const { iEcicoId, iEmpId } = record;
    return [{ type: wanted ? 'BreakRequested' : 'BreakRequestWithdrawn', data: { iEcicoId, iEmpId } }];
  },
});

const confirmation = z.strictObject({ confirmed: z.boolean() });

/** Whether the check-out dialog would send the command for this record. */
function dialogAgrees(record: AttendanceRecord, ctx: Ctx): boolean {
  const [closed] = initialTransition(checkOutMachine, machineInput(record, ctx));
  const [requested] = transition(checkOutMachine, closed, { type: 'OPEN' });
  return transition(checkOutMachine, requested, { type: 'YES' })[0].matches('submitting');
}

export const checkOut = command<AttendanceRecord, z.infer<typeof confirmation>>({
  input: confirmation,
  need: 'signedIn',
  creates: true,
  decide: (record, input, ctx) => {
    const no = dayRefused(record, ctx);
    if (no) return no;
    if (record.iOnCall === 1) return refuse('onCall', 422);
    if (!attendanceAccepts(machineInput(record, ctx), 'CHECK_OUT') || !dialogAgrees(record, ctx))
      return notAllowed(record, ctx);
    if (!input.confirmed) return refuse('checkOutNotConfirmed', 422);
    return [checkedOut(record, ctx)];
  },
});

function checkedOut(record: AttendanceRecord, ctx: Ctx): NewEvent {
  return {
    type: 'CheckedOut',
    data: {
      iEcicoId: record.iEcicoId,
      iEmpId: record.iEmpId,
      dCheckOutDateTime: fixedCheckOut(record, ctx),
      dActualCheckOutDateTime: iso(ctx.now),
    },
  };
}

/**
 * Takes the person's own check-out back while its window of undo is open: the day is open again. Rows of queues
 * that it released stay released.
 */
export const undoCheckOut = command<AttendanceRecord, Record<string, never>>({
  input: z.strictObject({}),
  need: 'signedIn',
  decide: (record, _input, ctx) => {
    if (ctx.viewer.empId !== record.iEmpId) return refuse('ownOnly', 403);
    if (!isLive(record)) return refuse('noCheckInToday', 409);
    if (record.iCheckInCheckOutFlag === 1)
      return refuse('alreadyCheckedIn', 409, { time: clockTimeOf(record.dCheckInDateTime) });
    if (!attendanceAccepts(machineInput(record, ctx), 'UNDO_CHECK_OUT')) return refuse('undoWindowOver', 410);
    return [{ type: 'CheckOutUndone', data: { iEcicoId: record.iEcicoId, iEmpId: record.iEmpId } }];
  },
});
