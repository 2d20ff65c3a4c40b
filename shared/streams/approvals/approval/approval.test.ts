import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { person, playServer, playStoryOf, emitted } from '#tests/kit/played.ts';
import { approval } from './approval.ts';
import type { ApprovalRequestInput } from './request.ts';

const right = 'approvals/appReScheduleApproval:approve';
const now = instantOf('2026-11-18', '10:30');
const s = (seconds: number) => now + seconds * 1_000;
const end = new Date(s(3_600 * 5)).toISOString();

const people = [
  person(1, 'Asha Menon', { admin: true, managerId: null }),
  person(5, 'Latha Iyer', { designationCode: 'MG', managerId: null }),
  person(101, 'Ravi Kulkarni'),
  person(102, 'Divya Shenoy'),
  person(131, 'Farhan Ali', { managerId: 5 }),
  person(132, 'Nisha Rao', { managerId: 5 }),
  person(151, 'Pooja Hegde'),
];
const react: ApprovalRequestInput & { autoGrant: boolean } = {
  kind: 'appReScheduleApproval',
  entity: 'appReScheduleApproval',
  subject: { stream: 'appointment-7', ref: 'TK-000007', version: 2 },
  subjectEmpId: 151,
  requestedBy: { empId: 101, name: 'Ravi Kulkarni' },
  pooId: 1,
  reason: 'reschedule',
  text: 'travelling',
  before: { at: 'a' },
  after: { at: 'b' },
  amount: null,
  steps: [{ rule: 'manager' }],
  slaMinutes: 30,
  expiresAt: end,
  onApprove: { stream: 'appointment-7', command: 'applyReschedule', input: { requestId: 'r' } },
  onReject: { stream: 'appointment-7', command: 'unlock', input: { requestId: 'r' } },
  autoGrant: false,
};
function asked(more: Partial<typeof react> = {}, holders: readonly number[] = [5, 131, 132]) {
  const server = playServer([approval], people, { [right]: holders });
  server.command(null, 'approval-new', 'request', { ...react, ...more }, now);
  return server;
}
const a1 = 'approval-1';

describe('a request', () => {
  it("goes to the requester's manager, due by its SLA", () => {
    expect(asked().state(a1)).toMatchObject({
      ref: 'AP-000001',
      state: 'requested',
      eligible: [131],
      managerId: 131,
      currentStep: 1,
      dueAt: new Date(s(1800)).toISOString(),
    });
  });

  it('is read, approved, and after 30 seconds final with its effect', () => {
    const { command, state } = asked();
    expect(emitted(command(131, a1, 'open', {}, s(1)))).toEqual(['ApprovalReviewStarted']);
    expect(emitted(command(131, a1, 'open', {}, s(2)))).toEqual([]);
    expect(state(a1)).toMatchObject({ state: 'inReview', readBy: [{ empId: 131, name: 'Farhan Ali' }] });
    command(131, a1, 'approveStep', { step: 1 }, s(3));
    const { undoUntil } = state(a1);
    expect(undoUntil).toBe(new Date(s(33)).toISOString());
    expect(emitted(command(null, a1, 'settle', { undoUntil }, s(32)))).toBe('noLongerNeeded');
    const settled = command(null, a1, 'settle', { undoUntil }, s(33));
    if (isRefusal(settled)) throw new Error(settled.code);
    expect(settled[0]).toMatchObject({
      type: 'ApprovalApproved',
      data: { effect: react.onApprove, decidedBy: { empId: 131 } },
    });
    expect(emitted(command(null, a1, 'settle', { undoUntil }, s(34)))).toBe('noLongerNeeded');
    expect(emitted(command(null, a1, 'applied', {}, s(35)))).toEqual(['ApprovalApplied']);
    expect(emitted(command(null, a1, 'applyFailed', { why: 'slotTaken' }, s(36)))).toBe('noLongerNeeded');
  });

  it('can be undone at 29 seconds, not at 31, and only by the same approver', () => {
    const { command, state } = asked();
    command(131, a1, 'approveStep', {}, now);
    const first = state(a1).undoUntil;
    expect(emitted(command(5, a1, 'undoDecision', {}, s(10)))).toBe('notAnApprover');
    expect(emitted(command(131, a1, 'undoDecision', {}, s(29)))).toEqual(['ApprovalDecisionUndone']);
    expect(state(a1)).toMatchObject({ state: 'inReview', currentStep: 1, undoUntil: null, eligible: [131] });
    expect(emitted(command(131, a1, 'undoDecision', {}, s(30)))).toBe('nothingToUndo');
    command(131, a1, 'approveStep', {}, s(29.5));
    expect(emitted(command(null, a1, 'settle', { undoUntil: first }, s(30)))).toBe('noLongerNeeded');
    expect(command(131, a1, 'undoDecision', {}, s(61))).toMatchObject({
      code: 'undoWindowOver',
      status: 410,
    });
  });

  it('is decided by the first of two approvers; the other learns who and when', () => {
    const { command } = asked({ steps: [{ rule: 'holders' }] });
    command(131, a1, 'rejectStep', { comment: 'not this week' }, now);
    expect(command(132, a1, 'approveStep', { step: 1 }, s(1))).toMatchObject({
      code: 'alreadyDecided',
      status: 409,
      details: { name: 'Farhan Ali', verb: 'rejected', at: '10:30' },
    });
  });

  it('is never decided by requester or subject, nor in two steps by one person', () => {
    const own = asked({ requestedBy: { empId: 1, name: 'Asha Menon' } });
    expect(own.command(1, a1, 'approveStep', {}, now)).toMatchObject({ code: 'selfApproval', status: 403 });
    const { command, state } = asked(
      { steps: [{ rule: 'holders' }, { rule: 'holders' }] },
      [5, 101, 131, 132, 151],
    );
    expect(emitted(command(101, a1, 'approveStep', {}, now))).toBe('selfApproval');
    expect(emitted(command(151, a1, 'rejectStep', { comment: 'I would rather not' }, now))).toBe(
      'selfApproval',
    );
    expect(emitted(command(102, a1, 'approveStep', {}, now))).toBe('notAnApprover');
    expect(emitted(command(131, a1, 'delegate', { to: 101, until: end }, now))).toBe('selfApproval');
    expect(emitted(command(131, a1, 'approveStep', {}, now))).toEqual(['ApprovalStepApproved']);
    expect(state(a1)).toMatchObject({ state: 'inReview', currentStep: 2, eligible: [5, 132] });
    expect(emitted(command(131, a1, 'approveStep', { step: 2 }, s(1)))).toBe('notAnApprover');
    expect(emitted(command(132, a1, 'approveStep', { step: 1 }, s(1)))).toBe('alreadyDecided');
    expect(emitted(command(132, a1, 'approveStep', { step: 2 }, s(1)))).toEqual(['ApprovalStepApproved']);
    expect(state(a1).state).toBe('pendingApply');
  });

  it('requires a reason to reject', () => {
    const { command } = asked();
    expect(command(131, a1, 'rejectStep', { comment: ' no ' }, now)).toMatchObject({
      code: 'commentRequired',
      field: 'comment',
    });
    expect(emitted(command(131, a1, 'rejectStep', {}, now))).toBe('commentRequired');
  });

  it('is delegated neither to oneself nor back to its giver', () => {
    const { command, state } = asked({ steps: [{ rule: 'holders' }] });
    expect(emitted(command(131, a1, 'delegate', { to: 131, until: end }, now))).toBe('delegateSelf');
    expect(emitted(command(131, a1, 'delegate', { to: 132, until: end }, now))).toEqual([
      'ApprovalDelegated',
    ]);
    // 132 decides by their own right too, and still cannot hand it back.
    expect(state(a1).eligible).toContain(132);
    expect(emitted(command(132, a1, 'delegate', { to: 131, until: end }, now))).toBe('delegationChain');
  });

  it('is decided by a delegate for the delegator, who cannot delegate further', () => {
    const { command, state } = asked();
    expect(emitted(command(131, a1, 'delegate', { to: 102, until: end }, now))).toBe('delegateNotEntitled');
    expect(emitted(command(131, a1, 'delegate', { to: 132, until: new Date(now).toISOString() }, now))).toBe(
      'delegateUntil',
    );
    expect(emitted(command(131, a1, 'delegate', { to: 132, until: end }, now))).toEqual([
      'ApprovalDelegated',
    ]);
    expect(state(a1).eligible).toEqual([131, 132]);
    expect(emitted(command(132, a1, 'delegate', { to: 5, until: end }, now))).toBe('delegationChain');
    command(132, a1, 'approveStep', {}, s(1));
    expect(state(a1).steps[0]).toMatchObject({ by: { empId: 132 }, onBehalfOf: 131 });
  });

  it('is no longer decided by a delegate whose delegation has ended', () => {
    const { command } = asked();
    command(131, a1, 'delegate', { to: 132, until: new Date(s(600)).toISOString() }, now);
    expect(emitted(command(132, a1, 'approveStep', {}, s(600)))).toBe('notAnApprover');
    expect(emitted(command(131, a1, 'approveStep', {}, s(600)))).toEqual(['ApprovalStepApproved']);
  });

  it('falls back to the city head, then to an admin', () => {
    expect(asked({}, [5, 132]).state(a1).eligible).toEqual([5]);
    expect(asked({}, []).state(a1).eligible).toEqual([1]);
  });

  it('pauses its SLA while a question is open, but not its expiry', () => {
    const { command, state } = asked();
    command(131, a1, 'requestInfo', { question: 'Which day?' }, s(60));
    expect(emitted(command(131, a1, 'approveStep', {}, s(61)))).toBe('infoAwaited');
    expect(emitted(command(null, a1, 'escalate', { dueAt: state(a1).dueAt }, s(1800)))).toBe(
      'noLongerNeeded',
    );
    expect(emitted(command(102, a1, 'answerInfo', { answer: 'Friday' }, s(1801)))).toBe('notRequester');
    command(101, a1, 'answerInfo', { answer: 'Friday' }, s(1860));
    expect(state(a1)).toMatchObject({ state: 'inReview', dueAt: new Date(s(3600)).toISOString() });
    expect(emitted(command(null, a1, 'escalate', { dueAt: state(a1).dueAt }, s(3600)))).toEqual([
      'ApprovalEscalated',
    ]);
    expect(state(a1).eligible).toEqual([5, 131]);
    expect(emitted(command(5, a1, 'approveStep', {}, s(3601)))).toEqual(['ApprovalStepApproved']);
  });

  it('expires while open, not in its undo window', () => {
    const open = asked();
    expect(emitted(open.command(null, a1, 'expire', {}, s(60)))).toBe('noLongerNeeded');
    expect(emitted(open.command(131, a1, 'approveStep', {}, Date.parse(end)))).toBe('approvalExpired');
    expect(emitted(open.command(null, a1, 'expire', {}, Date.parse(end)))).toEqual(['ApprovalExpired']);
    const late = asked();
    late.command(131, a1, 'approveStep', {}, Date.parse(end) - 5_000);
    expect(emitted(late.command(null, a1, 'expire', {}, Date.parse(end)))).toBe('noLongerNeeded');
    expect(
      emitted(
        late.command(null, a1, 'settle', { undoUntil: late.state(a1).undoUntil }, Date.parse(end) + 25_000),
      ),
    ).toEqual(['ApprovalApproved']);
  });

  it('is withdrawn by the requester only, and not once decided', () => {
    const { command } = asked();
    expect(emitted(command(131, a1, 'withdraw', {}, now))).toBe('notRequester');
    command(131, a1, 'approveStep', {}, now);
    expect(emitted(command(101, a1, 'withdraw', {}, s(1)))).toBe('withdrawTooLate');
    command(131, a1, 'undoDecision', {}, s(2));
    expect(emitted(command(101, a1, 'withdraw', {}, s(3)))).toEqual(['ApprovalWithdrawn']);
    expect(emitted(command(131, a1, 'approveStep', {}, s(4)))).toBe('approvalWithdrawn');
  });

  it('can be reassigned by a lead to an eligible person', () => {
    const { command, state } = asked();
    expect(emitted(command(132, a1, 'reassign', { to: 5, reason: 'on leave today' }, now))).toBe(
      'reassignNotAllowed',
    );
    expect(emitted(command(5, a1, 'reassign', { to: 102, reason: 'on leave today' }, now))).toBe(
      'delegateNotEntitled',
    );
    command(5, a1, 'reassign', { to: 132, reason: 'on leave today' }, now);
    expect(state(a1).eligible).toEqual([132]);
    expect(emitted(command(131, a1, 'approveStep', {}, s(1)))).toBe('notAnApprover');
  });

  it('loses its approver with the place and the reporting line, also for a push that was sent before', () => {
    const server = asked();
    const moved = people.map((one) =>
      one.empId === 131 ? { ...one, poos: [2] } : one.empId === 101 ? { ...one, managerId: 5 } : one,
    );
    const after = playServer([approval], moved, { [right]: [5, 131] });
    for (const message of server.log) after.write(message.stream, message.type, message.data, now, null);
    expect(after.state(a1).eligible).toContain(131);
    expect(emitted(after.command(131, a1, 'approveStep', { step: 1 }, s(1), { via: 'push' }))).toBe(
      'notAnApprover',
    );
    expect(emitted(after.command(5, a1, 'approveStep', { step: 1 }, s(2)))).toEqual(['ApprovalStepApproved']);
  });

  it('is approved automatically, and superseded when its subject is gone', () => {
    const granted = asked({ autoGrant: true });
    expect(granted.state(a1)).toMatchObject({ state: 'approved', autoGranted: true });
    const gone = asked();
    expect(emitted(gone.command(null, a1, 'supersede', { why: 'subjectMoved' }, s(1)))).toEqual([
      'ApprovalSuperseded',
    ]);
    expect(emitted(gone.command(131, a1, 'approveStep', {}, s(2)))).toBe('approvalSuperseded');
  });

  it('loses its approver with the right', () => {
    const server = asked();
    const without = playServer([approval], people, { [right]: [5] });
    for (const message of server.log) without.write(message.stream, message.type, message.data, now, null);
    expect(emitted(without.command(131, a1, 'approveStep', {}, s(1)))).toBe('notAnApprover');
  });
});

it('plays its story', () => {
  const server = playServer([approval], people, { [right]: [131] });
  expect(playStoryOf(server, approval.story!)).toEqual([
    ['ApprovalRequested'],
    ['ApprovalReviewStarted'],
    ['ApprovalStepApproved'],
    ['ApprovalDecisionUndone'],
    ['ApprovalInfoRequested'],
    ['ApprovalInfoGiven'],
    ['ApprovalWithdrawn'],
  ]);
});
