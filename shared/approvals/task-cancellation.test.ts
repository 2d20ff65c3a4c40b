import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import { appointment } from '#shared/streams/leads/appointment/appointment.ts';
import type { CancellationRequested } from '#shared/streams/leads/appointment/cancellation.ts';
import { attendance } from '#shared/streams/people/attendance/attendance.ts';
import { setups, slots } from '#shared/streams/leads/appointment/slots.ts';
import { approval } from '#shared/streams/approvals/approval/approval.ts';
import { notice } from '#shared/streams/notices/notice.ts';
import { person, playServer, playPolicies, emitted } from '#tests/kit/played.ts';
import { approvalPolicy } from '../families/approval.ts';
import { applyApproval } from '../policies/apply-approval.ts';
import { approvalNotices } from '../policies/approval-notices.ts';
import { approvalTimes } from '../policies/approval-times.ts';
import { appReScheduleApproval } from './app-reschedule.ts';
import { taskCancellationApproval } from './task-cancellation.ts';

const day = '2026-11-18';
const at = (time: string) => instantOf(day, time);
const right = 'approvals/taskCancellationApproval:approve';
const reason = 'The family moved away';

/** Given: a sales visit of customer 5 from 14:00 to 14:45, booked by 101 for 151. */
function given(more: object = {}) {
  const app = playServer(
    [appointment, slots, setups, approval, notice, attendance],
    [
      person(101, 'Ravi Kulkarni'),
      person(102, 'Divya Shenoy', { poos: [2] }),
      person(131, 'Farhan Ali', { managerId: 5 }),
      person(5, 'Latha Iyer', { designationCode: 'MG', managerId: null }),
      person(151, 'Pooja Hegde'),
    ],
    {
      [right]: [5, 131],
      'Out Bound/outCall:create': [101, 102],
      'Masters/employeeTaskBulkMovement:edit': [131],
    },
  );
  const policies = playPolicies(app, [
    approvalPolicy(appReScheduleApproval),
    approvalPolicy(taskCancellationApproval),
    applyApproval,
    approvalTimes,
    approvalNotices,
  ]);
  const wish = {
    appDate: day,
    slotFrom: '14:00',
    iSlotType: 1,
    vAppType: 'sales',
    iAssignedTo: 151,
    iCustomerId: 5,
    iPooId: 1,
    ...more,
  };
  app.command(101, 'appointment-new', 'bookAppointment', wish, at('09:00'));
  const react = (when = at('09:05'), as = 101) =>
    app.command(as, 'appointment-1', 'requestCancellation', { reason }, when);
  return { ...app, ...policies, react };
}
function requested(more: object = {}) {
  const app = given(more);
  app.react();
  app.until(at('09:05'));
  return app;
}

describe('requesting a cancellation', () => {
  it('locks the appointment and waits for the team lead until the slot ends', () => {
    const { state } = requested();
    expect(state('approval-1')).toMatchObject({
      kind: 'taskCancellationApproval',
      eligible: [131],
      text: reason,
      slaMinutes: 30,
      expiresAt: new Date(at('14:45')).toISOString(),
      before: {
        slot: new Date(at('14:00')).toISOString(),
        customer: 'CU-000005',
        assigned: 'Pooja Hegde',
        started: false,
        status: 0,
      },
      after: { status: 3 },
    });
    expect(state('appointment-1')).toMatchObject({
      iTaskStatus: 0,
      request: { kind: 'cancellation', approvalId: 1, reason, by: 'Ravi Kulkarni' },
    });
    expect(state('notice-131').items[0]).toMatchObject({ message: 'approvalRequested' });
  });

  it('is refused a second time, and so are a move and another employee, while it waits', () => {
    const { react, command } = requested();
    expect(emitted(react(at('09:06')))).toBe('taskLockedByRequest');
    expect(
      emitted(
        command(
          101,
          'appointment-1',
          'requestReschedule',
          { appDate: day, slotFrom: '17:00', reason },
          at('09:06'),
        ),
      ),
    ).toBe('taskLockedByRequest');
    expect(
      emitted(command(131, 'appointment-1', 'assignAppointment', { iAssignedTo: 101 }, at('09:06'))),
    ).toBe('taskLockedByRequest');
  });

  it.each([
    ['slotOver', at('14:45'), 101],
    ['placeNotYours', at('09:05'), 102],
    ['forbidden', at('09:05'), 151],
  ])('answers %s at %d to %d', (code, when, as) => expect(emitted(given().react(when, as))).toBe(code));

  it('is refused once the appointment is cancelled', () => {
    const app = given();
    app.command(131, 'appointment-1', 'cancel', { reason }, at('09:01'));
    expect(emitted(app.react())).toBe('taskClosed');
  });

  it('needs the city head as well when the visit was started', () => {
    const data = {
      requestId: 'r',
      started: true,
      slotEnd: '',
      requestedBy: { empId: 101, name: 'Ravi' },
    } as CancellationRequested;
    const event: StoredEvent = {
      position: 1,
      stream: 'appointment-1',
      version: 2,
      id: 'e',
      type: '',
      at: '',
      actor: { kind: 'person', empId: 101, name: '' },
      correlationId: '',
      data,
    };
    const { directory } = given();
    expect(taskCancellationApproval.request(event, { directory }).steps).toEqual([
      { rule: 'manager' },
      { rule: 'cityHead' },
    ]);
    expect(
      taskCancellationApproval.request({ ...event, data: { ...data, started: false } }, { directory }).steps,
    ).toEqual([{ rule: 'manager' }]);
  });
});

describe('its decision', () => {
  it('is applied after the undo window and frees the slot', () => {
    const { command, until, state, log } = requested({
      vAppType: 'setup',
      iCustomerId: undefined,
      iLeadId: 7,
    });
    command(131, 'approval-1', 'approveStep', {}, at('09:10'));
    until(at('09:10:29'));
    expect(state('appointment-1').iTaskStatus).toBe(0);
    until(at('09:10:30'));
    expect(state('appointment-1')).toMatchObject({ iTaskStatus: 3, request: null });
    expect(state('approval-1').state).toBe('applied');
    expect(state(`slots-151-${day}`).taken).toEqual([]);
    expect(state('setups-lead-7').open).toBeNull();
    expect(log.filter(({ type }) => type === 'AppointmentCancelled')).toHaveLength(1);
  });

  it('leaves the appointment open when rejected, withdrawn or expired', () => {
    const rejected = requested();
    rejected.command(131, 'approval-1', 'rejectStep', { comment: 'please call them again' }, at('09:10'));
    rejected.until(at('09:11'));
    const withdrawn = requested();
    withdrawn.command(101, 'approval-1', 'withdraw', {}, at('09:10'));
    withdrawn.until(at('09:11'));
    const expired = requested();
    expired.until(at('14:45'));
    for (const [app, stage] of [
      [rejected, 'rejected'],
      [withdrawn, 'withdrawn'],
      [expired, 'expired'],
    ] as const) {
      expect(app.state('approval-1').state).toBe(stage);
      expect(app.state('appointment-1')).toMatchObject({ iTaskStatus: 0, request: null });
    }
  });

  it('escalates after 30 minutes', () => {
    const { until, state } = requested();
    until(at('09:35'));
    expect(state('approval-1').escalatedTo).toEqual([5]);
  });

  it('does not keep a started visit from its end: given a waiting cancellation, when it is completed, then it no longer applies', () => {
    const { command, write, until, state, log } = given();
    write('attendance-151-2026-11-18', 'CheckedIn', { iEcicoId: 1 }, at('09:00'), 151);
    write('appointment-1', 'TaskStarted', {}, at('14:00'), 151);
    write('appointment-1', 'VisitFileAdded', { fileId: 'f1', name: 'door.jpg', label: '' }, at('14:01'), 151);
    expect(emitted(command(101, 'appointment-1', 'requestCancellation', { reason }, at('14:05')))).toEqual([
      'AppointmentCancellationRequested',
    ]);
    until(at('14:06'));
    expect(state('approval-1').state).toBe('requested');
    const done = command(
      151,
      'appointment-1',
      'completeTask',
      { outcome: { result: 'notInterested', notes: 'They have enough at home' } },
      at('14:20'),
    );
    expect(emitted(done)).toEqual(['TaskCompleted', 'SlotFreed']);
    until(at('14:21'));
    expect(state('appointment-1')).toMatchObject({ iTaskStatus: 2, request: null });
    expect(state('approval-1')).toMatchObject({ state: 'superseded', why: 'subjectMoved' });
    expect(log.some(({ type }) => type === 'AppointmentCancelled')).toBe(false);
  });

  it('no longer applies when a team lead cancels directly', () => {
    const { command, until, state } = requested();
    command(131, 'appointment-1', 'cancel', { reason }, at('09:07'));
    until(at('09:08'));
    expect(state('approval-1')).toMatchObject({ state: 'superseded', why: 'subjectMoved' });
  });

  it('fails when the appointment was cancelled in the undo window', () => {
    const { command, until, state } = requested();
    command(131, 'approval-1', 'approveStep', {}, at('09:10'));
    command(131, 'appointment-1', 'cancel', { reason }, at('09:10:10'));
    until(at('09:11'));
    expect(state('approval-1')).toMatchObject({ state: 'applyFailed', why: 'taskClosed' });
    expect(state('appointment-1').iTaskStatus).toBe(3);
  });
});
