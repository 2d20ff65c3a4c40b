import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { approval } from '#shared/streams/approvals/approval/approval.ts';
import { attendance } from '#shared/streams/people/attendance/attendance.ts';
import { file } from '#shared/streams/core/file.ts';
import { appointment } from '#shared/streams/leads/appointment/appointment.ts';
import { setups, slots } from '#shared/streams/leads/appointment/slots.ts';
import { notice } from '#shared/streams/notices/notice.ts';
import { person, playServer, playPolicies, emitted } from '#tests/kit/played.ts';
import { approvalPolicy } from '../families/approval.ts';
import { applyApproval } from '../policies/apply-approval.ts';
import { approvalTimes } from '../policies/approval-times.ts';
import { lapseStartPermit } from '../policies/lapse-start-permit.ts';
import { notifyStartPermit } from '../policies/notify-start-permit.ts';
import { watchTaskStart } from '../policies/watch-task-start.ts';
import { lateStartEarlyStartApproval } from './late-start-early-start.ts';
import { startTaskAtAnyLocation } from './start-task-at-any-location.ts';

const day = '2026-11-18';
const at = (time: string): number => instantOf(day, time);
const field = 151;
const address = { vAddress: '14, 4th Cross', lat: 12.93, lng: 77.58 };
const near = { lat: 12.9305, lng: 77.5803, accuracyM: 20 };
const far = { lat: 12.9335, lng: 77.58, accuracyM: 20 };
const veryFar = { lat: 12.99, lng: 77.58, accuracyM: 20 };
const vague = { ...near, accuracyM: 101 };
const photo = 'p'.repeat(32);
const reason = 'The bus was late by an hour';

/** Given: a home visit from 14:00 to 14:45 for 151, who has been at work since 09:00. */
function given(more: object = {}) {
  const app = playServer(
    [appointment, slots, setups, approval, notice, attendance, file],
    [
      person(101, 'Ravi Kulkarni'),
      person(131, 'Farhan Ali', { managerId: 5, designationId: 95, effectiveDesignationId: 95 }),
      person(5, 'Latha Iyer', { designationCode: 'MG', managerId: null }),
      person(field, 'Pooja Hegde', { designationId: 9, effectiveDesignationId: 9 }),
      person(152, 'Arun Das', { designationId: 9, effectiveDesignationId: 9 }),
      person(6, 'Ines Costa', { designationId: 5, effectiveDesignationId: 5 }),
    ],
    {
      'approvals/lateStartEarlyStartApproval:approve': [131, 5],
      'approvals/startTaskAtAnyLocation:approve': [131, 5],
      'Out Bound/outCall:create': [101],
      'Out Bound/taskNotStarted:edit': [6],
      'Masters/employeeTaskBulkMovement:edit': [131],
    },
  );
  const policies = playPolicies(app, [
    approvalPolicy(lateStartEarlyStartApproval),
    approvalPolicy(startTaskAtAnyLocation),
    applyApproval,
    approvalTimes,
    lapseStartPermit,
    notifyStartPermit,
    watchTaskStart,
  ]);
  app.command(field, `attendance-${field}-${day}`, 'checkIn', {}, at('09:00'));
  app.command(
    101,
    'appointment-new',
    'bookAppointment',
    {
      appDate: day,
      slotFrom: '14:00',
      iSlotType: 1,
      vAppType: 'sales',
      iAssignedTo: field,
      iCustomerId: 5,
      iPooId: 1,
      ...address,
      ...more,
    },
    at('09:00'),
  );
  const task = 'appointment-1';
  return {
    ...app,
    ...policies,
    start: (when: number, input: object = {}, as = field) => app.command(as, task, 'startTask', input, when),
    askTime: (when: number, as = field) => app.command(as, task, 'requestLateEarlyStart', { reason }, when),
    askPlace: (when: number, input: object = {}, as = field) =>
      app.command(as, task, 'requestStartAnyLocation', { reason, ...input }, when),
  };
}

describe('starting a task', () => {
  it('is allowed in its quarter of an hour, within 200 m', () => {
    const app = given();
    expect(emitted(app.start(at('13:45'), { position: near }))).toEqual(['TaskStarted']);
    expect(app.state('appointment-1')).toMatchObject({
      iTaskStatus: 1,
      startDistanceM: 64,
      startPosition: near,
    });
    expect(emitted(app.start(at('13:46'), { position: near }))).toBe('taskStarted');
  });
  it.each([
    ['startTooEarly', '13:44:59', { position: near }],
    ['startTooLate', '14:15:01', { position: near }],
    ['tooFar', '14:00', { position: far }],
    ['locationUnknown', '14:00', { position: vague }],
    ['locationUnknown', '14:00', {}],
  ])('answers %s at %s', (code, time, input) => expect(emitted(given().start(at(time), input))).toBe(code));
  it('names the distance to the address', () =>
    expect(given().start(at('14:00'), { position: far })).toMatchObject({ details: { m: 389, limit: 200 } }));
  it('needs a map point of the address', () =>
    expect(
      given({ vAddress: undefined, lat: undefined, lng: undefined }).start(at('14:00'), { position: near }),
    ).toMatchObject({
      code: 'locationUnknown',
      details: { why: 'where.noMapPoint' },
    }));
  it('needs no position for a phone call', () =>
    expect(emitted(given({ iSlotType: 2 }).start(at('14:00')))).toEqual(['TaskStarted']));
  it('is for its own employee, at work', () => {
    expect(emitted(given().start(at('14:00'), { position: near }, 152))).toBe('taskNotYours');
    const app = given();
    app.command(field, `attendance-${field}-${day}`, 'toggleBreak', {}, at('13:50'));
    expect(emitted(app.start(at('14:00'), { position: near }))).toBe('onBreak');
  });
  it("uses the server's time, not the device's", () =>
    expect(
      emitted(given().start(at('15:00'), { position: near, typedAt: new Date(at('14:00')).toISOString() })),
    ).toBe('startTooLate'));
});

describe('a late or early start', () => {
  it('is requested outside the slot, decided by the team lead, and permits one start for half an hour', () => {
    const app = given();
    expect(emitted(app.askTime(at('14:40')))).toEqual(['LateEarlyStartRequested']);
    app.until(at('14:40'));
    expect(app.state('approval-1')).toMatchObject({
      kind: 'lateStartEarlyStartApproval',
      reason: 'late',
      eligible: [131],
      slaMinutes: 10,
      expiresAt: new Date(at('23:59:59')).toISOString(),
      before: { wants: 'late', minutes: 40, assigned: 'Pooja Hegde' },
    });
    app.command(131, 'approval-1', 'approveStep', {}, at('14:45'));
    app.until(at('14:46'));
    expect(app.state('approval-1').state).toBe('applied');
    expect(app.state('appointment-1').permits).toEqual([
      { kind: 'time', until: new Date(at('15:15:30')).toISOString(), approvalId: 1 },
    ]);
    expect(app.state(`notice-${field}`).items[0]).toMatchObject({ message: 'startPermitted', urgent: true });
    expect(emitted(app.start(at('15:00'), { position: far }))).toBe('tooFar');
    expect(app.start(at('15:15'), { position: near })).toMatchObject([
      { data: { permits: ['time'], lateMinutes: 75 } },
    ]);
    expect(app.state('appointment-1').permits).toEqual([]);
  });
  it('lapses unused, and the task is missed when its time has passed', () => {
    const app = given();
    app.askTime(at('15:30'));
    app.until(at('15:30'));
    app.command(131, 'approval-1', 'approveStep', {}, at('15:35'));
    app.until(at('15:50'));
    expect(app.state('appointment-1').iTaskStatus).toBe(0);
    app.until(at('16:05:31'));
    expect(app.state('appointment-1')).toMatchObject({ iTaskStatus: 5, permits: [] });
    expect(emitted(app.start(at('16:06'), { position: near }))).toBe('taskClosed');
  });
  it('is refused within the time, on another day, twice, and to others', () => {
    expect(emitted(given().askTime(at('14:10')))).toBe('startInTime');
    expect(emitted(given().askTime(at('14:40') - 86_400_000))).toBe('notToday');
    const app = given();
    app.askTime(at('14:40'));
    expect(emitted(app.askTime(at('14:41')))).toBe('permitRequested');
    expect(emitted(app.askTime(at('14:41'), 152))).toBe('taskNotYours');
  });
  it('may be requested by the desk of late tasks, and the employee never decides about it', () => {
    const app = given();
    expect(emitted(app.askTime(at('14:40'), 6))).toEqual(['LateEarlyStartRequested']);
    app.until(at('14:40'));
    expect(app.state('approval-1')).toMatchObject({ requestedBy: { empId: 6 }, subjectEmpId: field });
  });
  it('no longer applies once the task is reassigned', () => {
    const app = given();
    app.askTime(at('14:40'));
    app.until(at('14:40'));
    app.command(131, 'appointment-1', 'assignAppointment', { iAssignedTo: 152 }, at('14:42'));
    app.until(at('14:43'));
    expect(app.state('approval-1').state).toBe('superseded');
    expect(app.state('appointment-1').startRequests).toEqual([]);
  });
  it('is closed by a rejection and may be requested again', () => {
    const app = given();
    app.askTime(at('14:40'));
    app.until(at('14:40'));
    app.command(131, 'approval-1', 'rejectStep', { comment: 'move it to tomorrow' }, at('14:42'));
    app.until(at('14:43'));
    expect(app.state('appointment-1').startRequests).toEqual([]);
    expect(emitted(app.askTime(at('14:44')))).toEqual(['LateEarlyStartRequested']);
  });
});

describe('a start at any location', () => {
  it('is requested with the distance and permits the start from there', () => {
    const app = given();
    app.askPlace(at('14:00'), { position: far });
    app.until(at('14:00'));
    expect(app.state('approval-1')).toMatchObject({
      kind: 'startTaskAtAnyLocation',
      reason: 'far',
      before: { distance: 389, accuracy: 20 },
    });
    app.command(131, 'approval-1', 'approveStep', {}, at('14:02'));
    app.until(at('14:03'));
    expect(app.start(at('14:05'), { position: far })).toMatchObject([
      { data: { permits: ['anyLocation'], distanceM: 389 } },
    ]);
  });
  it('is requested without an exact position and refused at the address', () => {
    expect(emitted(given().askPlace(at('14:00'), { position: vague }))).toEqual([
      'AnyLocationStartRequested',
    ]);
    expect(emitted(given().askPlace(at('14:00')))).toEqual(['AnyLocationStartRequested']);
    expect(emitted(given().askPlace(at('14:00'), { position: near }))).toBe('startInPlace');
  });
  it('needs a photo beyond 500 m, which its employee uploaded', () => {
    expect(emitted(given().askPlace(at('14:00'), { position: veryFar }))).toBe('photoRequired');
    const app = given();
    expect(emitted(app.askPlace(at('14:00'), { position: veryFar, photo }))).toBe('fileNotYours');
    app.write(
      `file-${photo}`,
      'FileUploaded',
      { name: 'gate.jpg', mime: 'image/jpeg', bytes: 10, sha256: 'a'.repeat(64) },
      at('13:59'),
      field,
    );
    expect(app.askPlace(at('14:00'), { position: veryFar, photo })).toMatchObject([
      { data: { photo: { fileId: photo, name: 'gate.jpg' } } },
    ]);
    app.until(at('14:00'));
    expect(approval.files!(app.state('approval-1'))).toEqual([photo]);
  });
  it('can be combined with a late start; the start uses both', () => {
    const app = given();
    app.askPlace(at('14:40'), { position: far });
    app.askTime(at('14:40'));
    app.until(at('14:40'));
    app.command(131, 'approval-1', 'approveStep', {}, at('14:41'));
    app.command(131, 'approval-2', 'approveStep', {}, at('14:41'));
    app.until(at('14:42'));
    expect(app.start(at('14:43'), { position: far })).toMatchObject([
      { data: { permits: ['time', 'anyLocation'] } },
    ]);
    expect(emitted(app.start(at('14:44'), { position: far }))).toBe('taskStarted');
  });
  it('fails when the task was closed in the undo window', () => {
    const app = given();
    app.askPlace(at('14:00'), { position: far });
    app.until(at('14:00'));
    app.command(131, 'approval-1', 'approveStep', {}, at('14:02'));
    app.start(at('14:02:10'), { position: near });
    app.until(at('14:03'));
    expect(app.state('approval-1')).toMatchObject({ state: 'applyFailed', why: 'taskClosed' });
  });
});
