import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { approval } from '#shared/streams/approvals/approval/approval.ts';
import { notice } from '#shared/streams/notices/notice.ts';
import { attendance } from '#shared/streams/people/attendance/attendance.ts';
import type { DayStart } from '#shared/streams/people/attendance/guards.ts';
import { employee } from '#shared/streams/people/employee.ts';
import { emitted, person, playPolicies, playServer } from '#tests/kit/played.ts';
import { approvalPolicy } from '../families/approval.ts';
import { applyApproval } from '../policies/apply-approval.ts';
import { approvalTimes } from '../policies/approval-times.ts';
import { dropDayStartRequest, notifyDayStart } from '../policies/day-start.ts';
import { dayStartApproval } from './day-start.ts';

const day = '2026-11-18';
const at = (time: string): number => instantOf(day, time);
const cutOff: DayStart = { time: '10:30', closesAt: at('10:46'), allowedUntil: null };
const field = 151;
const mine = `employee-${field}`;
const reason = 'The bus was late by an hour';

/** Given: 151 has not checked in, and their day start closes at 10:30 with a quarter of an hour of grace. */
function given() {
  const app = playServer(
    [employee, attendance, approval, notice],
    [
      person(field, 'Pooja Hegde', { designationId: 9, effectiveDesignationId: 9 }),
      person(131, 'Farhan Ali', { managerId: 5, designationId: 95, effectiveDesignationId: 95 }),
    ],
    {
      'approvals/lateStartEarlyStartApproval:approve': [131, field],
      'HR/attendanceDetails:edit': [131],
    },
  );
  const { until } = playPolicies(app, [
    approvalPolicy(dayStartApproval),
    applyApproval,
    approvalTimes,
    dropDayStartRequest,
    notifyDayStart,
  ]);
  const created = {
    empId: field,
    firstName: 'Pooja',
    lastName: 'Hegde',
    pooId: 1,
    joiningDate: '2025-06-02',
  };
  app.write(mine, 'EmployeeCreated', created, at('08:00'), null);
  const prepared = (allowedUntil: number | null = null) => ({
    dayStart: { ...cutOff, allowedUntil },
    firstTask: '11:30',
  });
  return {
    ...app,
    until,
    ask: (when: number, as = field, more = prepared()) =>
      app.command(as, mine, 'requestDayStart', { reason }, when, more),
    checkIn: (when: number, allowedUntil: number | null = null) =>
      app.command(field, `attendance-${field}-${day}`, 'checkIn', {}, when, prepared(allowedUntil)),
    pending: () => app.state(mine).dayStartRequest,
  };
}

/** Given: the request of 10:50, which the team lead sees. */
function asked() {
  const app = given();
  app.ask(at('10:50'));
  app.until(at('10:50'));
  return app;
}

describe('starting the day after its cut-off', () => {
  it('is requested by its employee and allowed by the team lead until the end of the day', () => {
    const app = given();
    expect(emitted(app.checkIn(at('10:50')))).toBe('dayStartClosed');
    expect(emitted(app.ask(at('10:50')))).toEqual(['DayStartRequested']);
    app.until(at('10:50'));
    expect(app.state('approval-1')).toMatchObject({
      kind: 'dayStartApproval',
      entity: 'lateStartEarlyStartApproval',
      eligible: [131],
      slaMinutes: 10,
      expiresAt: new Date(at('23:59:59')).toISOString(),
      before: { wants: 'day', minutes: 20, cutOff: '10:30', task: '11:30', assigned: 'Pooja Hegde' },
    });
    app.command(131, 'approval-1', 'approveStep', {}, at('10:52'));
    app.until(at('10:53'));
    expect(app.state('approval-1').state).toBe('applied');
    const allowedUntil = app.state(mine).dayStartAllowedUntil;
    expect(allowedUntil).toBe(new Date(at('23:59:59')).toISOString());
    expect(app.pending()).toBeNull();
    expect(app.state(`notice-${field}`).items[0]).toMatchObject({ message: 'dayStartAllowed', urgent: true });
    expect(emitted(app.checkIn(at('11:00'), Date.parse(allowedUntil)))).toEqual(['CheckedIn']);
  });

  it('is not requested before the cut-off, once allowed, after the check-in, twice, or for others', () => {
    expect(emitted(given().ask(at('10:45')))).toBe('dayStartOpen');
    const { ask } = given();
    expect(
      emitted(ask(at('10:50'), field, { dayStart: { ...cutOff, allowedUntil: at('11:00') }, firstTask: '' })),
    ).toBe('dayStartOpen');
    const begun = given();
    begun.checkIn(at('10:00'));
    expect(emitted(begun.ask(at('10:50')))).toBe('alreadyCheckedIn');
    const app = asked();
    expect(emitted(app.ask(at('10:51')))).toBe('dayStartRequested');
    expect(emitted(app.ask(at('10:51'), 131))).toBe('ownOnly');
  });

  it('is never decided by its own employee', () => {
    const app = asked();
    expect(emitted(app.command(field, 'approval-1', 'approveStep', {}, at('10:52')))).toBe('selfApproval');
  });

  it('is superseded when it was allowed elsewhere', () => {
    const app = asked();
    const until = new Date(at('11:30')).toISOString();
    expect(emitted(app.command(131, mine, 'allowDayStart', { until }, at('10:51')))).toEqual([
      'DayStartAllowed',
    ]);
    app.until(at('10:52'));
    expect(app.state('approval-1').state).toBe('superseded');
    expect(app.pending()).toBeNull();
  });

  it('is superseded when somebody entered the day', () => {
    const app = asked();
    const entered = { bManualCheckIn: true, time: '10:00', reason: 'Was at the camp since ten' };
    app.command(131, `attendance-${field}-${day}`, 'regularizeCheckIn', entered, at('10:51'));
    app.until(at('10:52'));
    expect(app.state('approval-1').state).toBe('superseded');
    expect(app.pending()).toBeNull();
  });

  it('fails when the employee checked in during the undo window', () => {
    const app = asked();
    app.command(131, 'approval-1', 'approveStep', {}, at('10:52'));
    app.checkIn(at('10:52:10'), at('23:00'));
    app.until(at('10:53'));
    expect(app.state('approval-1')).toMatchObject({ state: 'applyFailed', why: 'alreadyCheckedIn' });
    expect(app.pending()).toBeNull();
  });

  it('fails when it was allowed elsewhere during the undo window', () => {
    const app = asked();
    app.command(131, 'approval-1', 'approveStep', {}, at('10:52'));
    const until = new Date(at('11:30')).toISOString();
    app.command(131, mine, 'allowDayStart', { until }, at('10:52:10'));
    app.until(at('10:53'));
    expect(app.state(mine).dayStartAllowedUntil).toBe(until);
    expect(app.state('approval-1')).toMatchObject({ state: 'applyFailed', why: 'subjectMoved' });
  });

  it('is closed by a rejection, and may be requested again', () => {
    const app = asked();
    app.command(131, 'approval-1', 'rejectStep', { comment: 'Take the day off' }, at('10:52'));
    app.until(at('10:53'));
    expect(app.pending()).toBeNull();
    expect(emitted(app.ask(at('10:54')))).toEqual(['DayStartRequested']);
  });

  it('ends with its day', () => {
    const app = asked();
    app.until(at('23:59:59'));
    expect(app.state('approval-1').state).toBe('expired');
    expect(app.pending()).toBeNull();
  });
});
