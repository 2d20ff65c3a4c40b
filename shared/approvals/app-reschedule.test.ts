import { describe, expect, it } from 'vitest';
import { addDays, instantOf } from '#shared/core/day.ts';
import { appointment } from '#shared/streams/leads/appointment/appointment.ts';
import { setups, slots } from '#shared/streams/leads/appointment/slots.ts';
import { approval } from '#shared/streams/approvals/approval/approval.ts';
import { notice } from '#shared/streams/notices/notice.ts';
import { person, playServer, playPolicies, emitted } from '#tests/kit/played.ts';
import { applyApproval } from '../policies/apply-approval.ts';
import { approvalNotices } from '../policies/approval-notices.ts';
import { approvalTimes } from '../policies/approval-times.ts';
import { approvalPolicy } from '../families/approval.ts';
import { appReScheduleApproval } from './app-reschedule.ts';

const day = '2026-11-18';
const at = (time: string, on = day) => instantOf(on, time);
const right = 'approvals/appReScheduleApproval:approve';
function open() {
  const server = playServer(
    [appointment, slots, setups, approval, notice],
    [
      person(101, 'Ravi Kulkarni'),
      person(131, 'Farhan Ali', { managerId: 5 }),
      person(5, 'Latha Iyer', { designationCode: 'MG', managerId: null }),
      person(151, 'Pooja Hegde'),
      person(152, 'Arun Das'),
    ],
    {
      [right]: [5, 131],
      'approvals/taskCancellationApproval:approve': [131],
      'Out Bound/outCall:create': [101],
    },
  );
  const policies = playPolicies(server, [
    approvalPolicy(appReScheduleApproval),
    applyApproval,
    approvalTimes,
    approvalNotices,
  ]);
  const book = (slotFrom: string, more: object = {}) =>
    server.command(
      101,
      'appointment-new',
      'bookAppointment',
      {
        appDate: day,
        slotFrom,
        iSlotType: 1,
        vAppType: 'sales',
        iAssignedTo: 151,
        iCustomerId: 5,
        iPooId: 1,
        ...more,
      },
      at('09:00'),
    );
  const move = (id: number, slotFrom: string, when = at('09:05'), appDate = day) =>
    server.command(
      101,
      `appointment-${id}`,
      'requestReschedule',
      { appDate, slotFrom, reason: 'the family is travelling' },
      when,
    );
  return { ...server, ...policies, book, move };
}

describe('rescheduling an appointment', () => {
  it('near its time needs the team lead and is applied after the undo window', () => {
    const { book, move, until, state, command, log } = open();
    book('14:00');
    expect(emitted(move(1, '16:00'))).toEqual(['AppointmentRescheduleRequested']);
    until(at('09:05'));
    expect(state('approval-1')).toMatchObject({
      state: 'requested',
      eligible: [131],
      expiresAt: new Date(at('14:00')).toISOString(),
      before: { at: new Date(at('14:00')).toISOString() },
      after: { at: new Date(at('16:00')).toISOString() },
    });
    expect(state('appointment-1').request.approvalId).toBe(1);
    expect(state('notice-131').items[0]).toMatchObject({
      message: 'approvalRequested',
      values: { ref: 'AP-000001', name: 'Ravi Kulkarni' },
      route: '/approvals?id=1',
    });
    expect(emitted(move(1, '17:00', at('09:06')))).toBe('taskLockedByRequest');
    command(131, 'approval-1', 'approveStep', {}, at('09:10'));
    until(at('09:10:29'));
    expect(state('appointment-1').iTaskStatus).toBe(0);
    until(at('09:10:30'));
    expect(state('approval-1').state).toBe('applied');
    expect(state('appointment-1')).toMatchObject({ iTaskStatus: 4, replacedBy: 2, request: null });
    expect(state('appointment-2')).toMatchObject({
      iTaskStatus: 0,
      slotFrom: '16:00',
      iRescheduledFrom: 1,
      iRescheduleCount: 1,
      iCustomerId: 5,
    });
    expect(
      state(`slots-151-${day}`).taken.map((one: { appointmentId: number }) => one.appointmentId),
    ).toEqual([2]);
    expect(state('notice-101').items.map((one: { message: string }) => one.message)).toEqual([
      'approvalApproved',
    ]);
    expect(log.filter((message) => message.type === 'AppointmentRescheduled')).toHaveLength(1);
  });

  it('long before is approved automatically, once', () => {
    const { book, move, until, state } = open();
    book('14:00', { appDate: addDays(day, 3) });
    move(1, '16:00', at('09:05'), addDays(day, 3));
    until(at('09:05'));
    expect(state('approval-1')).toMatchObject({ state: 'applied', autoGranted: true });
    expect(state('appointment-2').iRescheduleCount).toBe(1);
    move(2, '10:00', at('09:06'), addDays(day, 3));
    until(at('09:06'));
    expect(state('approval-2').state).toBe('requested');
  });

  it('needs the city head the third time and is refused the fourth', () => {
    const { book, move, until, state, command } = open();
    book('12:00', { appDate: addDays(day, 2) });
    const slotsRequested = ['13:00', '14:30', '16:00'];
    for (const [i, slot] of slotsRequested.entries()) {
      const when = at(`09:${10 + i * 10}`);
      expect(emitted(move(i + 1, slot, when, addDays(day, 2)))).toEqual(['AppointmentRescheduleRequested']);
      until(when);
      if (i > 0) command(131, `approval-${i + 1}`, 'approveStep', {}, when);
      if (i === 2) {
        expect(state('approval-3')).toMatchObject({ currentStep: 2, eligible: [5] });
        command(5, 'approval-3', 'approveStep', { step: 2 }, when);
      }
      until(when + 31_000);
    }
    expect(state('appointment-4')).toMatchObject({ iTaskStatus: 0, iRescheduleCount: 3 });
    expect(emitted(move(4, '18:00', at('10:00'), addDays(day, 2)))).toBe('rescheduleLimit');
  });

  it('fails as a whole when the new slot was taken; both are notified and it can be requested again', () => {
    const { book, move, until, state, command } = open();
    book('14:00');
    move(1, '16:00');
    until(at('09:06'));
    book('16:00', { iCustomerId: 6 });
    command(131, 'approval-1', 'approveStep', {}, at('09:10'));
    until(at('09:11'));
    expect(state('approval-1')).toMatchObject({ state: 'applyFailed', why: 'slotTaken' });
    expect(state('appointment-1')).toMatchObject({ iTaskStatus: 0, request: null, slotFrom: '14:00' });
    for (const empId of [101, 131])
      expect(state(`notice-${empId}`).items.at(-1)).toMatchObject({ message: 'approvalApplyFailed' });
    expect(emitted(move(1, '17:30', at('09:12')))).toEqual(['AppointmentRescheduleRequested']);
  });

  it('unlocks on rejection, withdrawal and expiry; a cancelled appointment ends its request', () => {
    const rejected = open();
    rejected.book('14:00');
    rejected.move(1, '16:00');
    rejected.until(at('09:06'));
    rejected.command(131, 'approval-1', 'rejectStep', { comment: 'no car today' }, at('09:10'));
    rejected.until(at('09:11'));
    expect(rejected.state('approval-1').state).toBe('rejected');
    expect(rejected.state('appointment-1').request).toBeNull();
    const expired = open();
    expired.book('14:00');
    expired.move(1, '16:00');
    expired.until(at('09:36'));
    expect(expired.state('approval-1').escalatedTo).toEqual([5]);
    expired.until(at('14:00'));
    expect(expired.state('approval-1').state).toBe('expired');
    expect(expired.state('appointment-1').request).toBeNull();
    const cancelled = open();
    cancelled.book('14:00');
    cancelled.move(1, '16:00');
    cancelled.until(at('09:06'));
    expect(
      emitted(cancelled.command(131, 'appointment-1', 'cancel', { reason: 'customer is ill' }, at('09:07'))),
    ).toEqual(['AppointmentCancelled', 'SlotFreed']);
    cancelled.until(at('09:08'));
    expect(cancelled.state('approval-1').state).toBe('superseded');
  });
});
