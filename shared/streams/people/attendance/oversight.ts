import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { addDays, instantOf, isDay, showDay } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { attendanceDesignations, staleAt } from './guards.ts';
import { breakStarted, clockTimeOf, fixedCheckOut, isLive, iso, opened, previousDay } from './own-day.ts';
import { hasCall, type AttendanceRecord } from './record.ts';

/** What a team lead or HR may do to somebody else's day, never to their own. */
const edit = 'HR/attendanceDetails:edit' as const;
const reason = texts.paragraph().min(10).max(200);
const time = texts.clock();

function overseerRefused(record: AttendanceRecord, ctx: Ctx): Refusal | null {
  if (ctx.viewer.kind === 'system') return null;
  if (ctx.viewer.empId === record.iEmpId) return refuse('notYourself', 403);
  const employee = ctx.directory.employee(record.iEmpId);
  if (!employee) return refuse('notFound', 404);
  const reports = employee.managerId === ctx.viewer.empId;
  if (!reports && !ctx.viewer.admin && !inPoos(ctx.viewer, employee.primaryPooId))
    return refuse('notYourReportee', 403);
  return null;
}

/** The instant of `HH:mm` on the record's date; a time before the check-in means the following night. */
function outInstant(record: AttendanceRecord, at: string, from: string): string {
  const same = instantOf(record.date, at);
  return iso(same < Date.parse(from) ? instantOf(addDays(record.date, 1), at) : same);
}

const regularization = z.strictObject({
  bManualCheckIn: z.literal(true),
  time,
  outTime: time.optional(),
  reason,
});

export const regularizeCheckIn = command<AttendanceRecord, z.infer<typeof regularization>>({
  input: regularization,
  need: [edit, 'Masters/attendanceDetails:edit'],
  creates: true,
  reads: previousDay,
  decide: (record, input, ctx) => {
    if (!isDay(record.date)) return refuse('notFound', 404);
    const no = overseerRefused(record, ctx);
    if (no) return no;
    const designationId = ctx.directory.employee(record.iEmpId)?.effectiveDesignationId ?? null;
    if (designationId === null || !attendanceDesignations.includes(designationId))
      return refuse('attendanceNotPermitted', 403);
    if (isLive(record))
      return refuse('alreadyCheckedIn', 409, { time: clockTimeOf(record.dCheckInDateTime) });
    const past = record.date < ctx.today;
    const from = instantOf(record.date, input.time);
    const to = input.outTime === undefined ? null : Date.parse(outInstant(record, input.outTime, iso(from)));
    const inRange = record.date <= ctx.today && record.date >= addDays(ctx.today, -3) && from <= ctx.now;
    const outFits = to === null ? !past : to > from && to <= ctx.now && to < staleAt(record.date);
    if (!inRange || !outFits) return refuse('regularizeRange', 422, undefined, inRange ? 'outTime' : 'time');
    const previous = ctx.read.previous as AttendanceRecord;
    if (!past && isLive(previous) && previous.iCheckInCheckOutFlag === 1)
      return refuse('previousDayOpen', 409, { date: showDay(previous.date) });
    const dCheckInDateTime = iso(from);
    const out =
      to === null
        ? {}
        : {
            dActualCheckOutDateTime: iso(to),
            dCheckOutDateTime: fixedCheckOut({ ...record, dCheckInDateTime }, ctx),
          };
    return [
      {
        type: 'CheckInRegularized',
        data: {
          ...opened(record, ctx, designationId),
          bManualCheckIn: true,
          dCheckInDateTime,
          ...out,
          reason: input.reason,
        },
      },
    ];
  },
});

const trueOut = z.strictObject({ time, reason });

/** The team lead enters when the employee really left. */
export const confirmAutoClose = command<AttendanceRecord, z.infer<typeof trueOut>>({
  input: trueOut,
  need: edit,
  decide: (record, input, ctx) => {
    const no = overseerRefused(record, ctx);
    if (no) return no;
    if (!record.bAutoClosed || !isLive(record)) return refuse('notAutoClosed', 409);
    const out = outInstant(record, input.time, record.dCheckInDateTime!);
    if (Date.parse(out) > Math.min(ctx.now, staleAt(record.date)))
      return refuse('regularizeRange', 422, undefined, 'time');
    return [
      {
        type: 'AttendanceCorrected',
        data: { ...of(record), dActualCheckOutDateTime: out, reason: input.reason },
      },
    ];
  },
});

const onlyReason = z.strictObject({ reason });

export const reopenDay = command<AttendanceRecord, z.infer<typeof onlyReason>>({
  input: onlyReason,
  need: edit,
  decide: (record, input, ctx) => {
    const no = overseerRefused(record, ctx);
    if (no) return no;
    if (!isLive(record)) return refuse('noCheckInToday', 409);
    if (record.date !== ctx.today) return refuse('dayNotToday', 422);
    if (record.iCheckInCheckOutFlag === 1)
      return refuse('alreadyCheckedIn', 409, { time: clockTimeOf(record.dCheckInDateTime) });
    return [{ type: 'AttendanceReopened', data: { ...of(record), reason: input.reason } }];
  },
});

export const cancelAttendance = command<AttendanceRecord, z.infer<typeof onlyReason>>({
  input: onlyReason,
  need: edit,
  versioned: true,
  decide: (record, input, ctx) => {
    const no = overseerRefused(record, ctx);
    if (no) return no;
    if (!isLive(record)) return refuse('noCheckInToday', 409);
    return [{ type: 'AttendanceCancelled', data: { ...of(record), reason: input.reason } }];
  },
});

const of = (record: AttendanceRecord) => ({ iEcicoId: record.iEcicoId, iEmpId: record.iEmpId });

/** The 06:00 job checks out people who forgot, at the fixed time, and ends an open break first. */
export const closeStaleDay = command<AttendanceRecord, Record<string, never>>({
  input: z.strictObject({}),
  need: 'system',
  decide: (record, _input, ctx) => {
    if (!isLive(record) || record.iCheckInCheckOutFlag !== 1 || ctx.now < staleAt(record.date))
      return refuse('noLongerNeeded', 409);
    const fixed = fixedCheckOut(record, ctx);
    const openBreak = record.iBreakInBreakOutFlag === 1 && record.dBreakInDate ? record.dBreakInDate : null;
    const end = openBreak && openBreak > fixed ? openBreak : fixed;
    const events: NewEvent[] = [];
    if (openBreak)
      events.push({ type: 'BreakEnded', data: { ...of(record), dBreakOutDate: end, automatic: true } });
    events.push({
      type: 'AttendanceAutoClosed',
      data: {
        ...of(record),
        dCheckOutDateTime: fixed,
        dActualCheckOutDateTime: end,
        managerId: record.managerId,
        name: record.name,
        date: record.date,
      },
    });
    return events;
  },
});

const allowance = z.union([
  z.strictObject({ iAllowCheckInCheckOut: z.union([z.literal(0), z.literal(1)]), reason }),
  z.strictObject({
    cause: texts
      .token()
      .regex(/^(lease|task|call):/, 'badFormat')
      .max(200),
    holds: z.boolean(),
  }),
]);

/** A person overrides until the day ends; the system adds and removes single causes. */
export const setAllowCheckInCheckOut = command<AttendanceRecord, z.infer<typeof allowance>>({
  input: allowance,
  need: edit,
  decide: (record, input, ctx) => {
    const open = isLive(record) && record.iCheckInCheckOutFlag === 1;
    if ('cause' in input) {
      if (ctx.viewer.kind !== 'system') return refuse('serverOnly', 403);
      if (!open || record.causes.includes(input.cause) === input.holds) return refuse('noLongerNeeded', 409);
      const causes = input.holds
        ? [...record.causes, input.cause]
        : record.causes.filter((cause) => cause !== input.cause);
      return [
        { type: 'CheckOutAllowanceChanged', data: { ...of(record), causes, override: record.override } },
        ...begunBreak(record, { ...record, causes }),
      ];
    }
    const no = overseerRefused(record, ctx);
    if (no) return no;
    if (!open) return refuse('noCheckInToday', 409);
    const override = { allow: input.iAllowCheckInCheckOut, reason: input.reason, by: ctx.viewer.name };
    return [{ type: 'CheckOutAllowanceChanged', data: { ...of(record), causes: record.causes, override } }];
  },
});

/** The break that was asked for during a call, once nothing of the call is left. */
const begunBreak = (before: AttendanceRecord, after: AttendanceRecord): readonly NewEvent[] =>
  before.breakRequestedAt !== null && hasCall(before) && !hasCall(after) ? [breakStarted(before)] : [];

const presence = z.strictObject({ iOnCall: z.union([z.literal(0), z.literal(1)]) });

export const setCallPresence = command<AttendanceRecord, z.infer<typeof presence>>({
  input: presence,
  need: 'system',
  decide: (record, input) => {
    if (!isLive(record) || record.iCheckInCheckOutFlag !== 1 || record.iOnCall === input.iOnCall)
      return refuse('noLongerNeeded', 409);
    const { iOnCall } = input;
    return [
      { type: 'OnCallChanged', data: { ...of(record), iOnCall } },
      ...begunBreak(record, { ...record, iOnCall }),
    ];
  },
});
