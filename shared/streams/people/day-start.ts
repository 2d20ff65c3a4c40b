import { z } from 'zod';
import { addDays, instantOf } from '../../core/day.ts';
import { reference } from '../../core/reference.ts';
import { refuse } from '../../core/refusal.ts';
import { command } from '../../core/stream.ts';
import * as texts from '../../core/texts.ts';
import { raisedBy, type Outcome } from '../approvals/decision.ts';
import { decisionCommands } from '../approvals/decision-commands.ts';
import { beginRefused, dayStartIn, iso, isLive } from './attendance/own-day.ts';
import type { AttendanceRecord } from './attendance/record.ts';
import { dayStartDecision, type DayStartRequested } from './day-start-decision.ts';
import { nameOf, type DayStartRequest, type EmployeeState } from './employee-state.ts';

const dayOf = (empId: number, day: string): string => `attendance-${empId}-${day}`;
const lastSecond = (day: string): string => iso(instantOf(day, '23:59:59'));

/** The request that waits; the end of its day ends it, however late that is noticed. */
const waitingOn = ({ dayStartRequest }: EmployeeState, day: string): DayStartRequest | null =>
  dayStartRequest?.day === day ? dayStartRequest : null;

/** Commands besides the decision settle a waiting request by naming it in their event. */
const settled = (waiting: DayStartRequest | null): Outcome => ({
  requestId: waiting?.requestId ?? null,
  approvalId: waiting?.approvalId ?? null,
});

/** Asks the team lead to start the day after its cut-off. */
export const requestDayStart = command<EmployeeState, { reason: string }>({
  input: z.strictObject({ reason: texts.paragraph().min(5).max(200) }),
  need: 'signedIn',
  reads: (_input, { empId }, { today }) => ({
    attendance: dayOf(empId, today),
    previous: dayOf(empId, addDays(today, -1)),
  }),
  decide: (state, { reason }, ctx) => {
    const { empId } = state;
    if (ctx.viewer.empId !== empId) return refuse('ownOnly', 403);
    const { attendance, previous } = ctx.read as Readonly<Record<string, AttendanceRecord>>;
    const no = beginRefused(attendance!, previous!, ctx, 'REQUEST_DAY_START');
    if (no) return no;
    if (waitingOn(state, ctx.today)) return refuse('dayStartRequested', 409);
    const { time: cutOff } = dayStartIn(ctx)!;
    const data: DayStartRequested = {
      ...raisedBy(ctx, {
        ref: reference('EM', empId),
        iPooId: ctx.directory.employee(empId)?.primaryPooId ?? null,
        reason,
        subjectVersion: state.version + 1,
      }),
      empId,
      name: nameOf(state),
      day: ctx.today,
      cutOff,
      minutes: Math.floor((ctx.now - instantOf(ctx.today, cutOff)) / 60_000),
      task: (ctx.prepared as { readonly firstTask?: string | null } | undefined)?.firstTask ?? null,
      dayEnd: lastSecond(ctx.today),
    };
    return [{ type: 'DayStartRequested', data: { ...data } }];
  },
});

const { linkApproval, grantDayStart, closeDayStartRequest } = decisionCommands(dayStartDecision, {
  waiting: ({ dayStartRequest }: EmployeeState) => dayStartRequest,
  stale: () => 'subjectMoved',
  reads: ({ empId, dayStartRequest }): Record<string, string> =>
    dayStartRequest ? { attendance: dayOf(empId, dayStartRequest.day) } : {},
  approve: ({ active, empId, dayStartRequest }, ctx) => {
    if (!active) return { fails: 'alreadyInactive' };
    if (dayStartRequest!.day !== ctx.today) return { fails: 'dayOver' };
    if (isLive(ctx.read.attendance as AttendanceRecord)) return { fails: 'alreadyCheckedIn' };
    return { data: { empId, until: lastSecond(ctx.today), by: ctx.actor.name } };
  },
});
export { closeDayStartRequest, grantDayStart, linkApproval };

/** Lets an employee start the day after the cut-off, until a time later today. */
export const allowDayStart = command<EmployeeState, { until: string }>({
  input: z.strictObject({ until: z.iso.datetime() }),
  need: ['Masters/allowdayStart:edit', 'approvals/lateStartEarlyStartApproval:approve'],
  decide: (state, { until }, ctx) => {
    if (!state.active) return refuse('alreadyInactive', 409);
    const at = Date.parse(until);
    if (at <= ctx.now || at >= instantOf(ctx.today) + 86_400_000)
      return refuse('notToday', 422, undefined, 'until');
    return [
      {
        type: 'DayStartAllowed',
        data: { empId: state.empId, until, by: ctx.actor.name, ...settled(waitingOn(state, ctx.today)) },
      },
    ];
  },
});

/** Somebody else entered the day: there is nothing to allow any more. */
export const dropDayStartRequest = command<EmployeeState, { day: string }>({
  input: z.strictObject({ day: texts.day() }),
  need: 'system',
  decide: (state, { day }) => {
    const waiting = waitingOn(state, day);
    return waiting
      ? [{ type: 'DayStartRequestDropped', data: { ...settled(waiting) } }]
      : refuse('noLongerNeeded', 409);
  },
});
