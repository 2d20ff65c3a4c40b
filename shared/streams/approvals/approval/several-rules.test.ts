import { expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { approvalFeed } from '#shared/families/approval-feed.ts';
import { approvalNotices } from '#shared/policies/approval-notices.ts';
import { person, playServer, emitted } from '#tests/kit/played.ts';
import { approval } from './approval.ts';
import type { StepRequest } from './request.ts';

const now = instantOf('2026-11-18', '10:30');
const s = (seconds: number) => now + seconds * 1_000;
const accounts = 'approvals/empExpenseApproval:approve';
const people = [
  person(5, 'Latha Iyer', { designationCode: 'MG', managerId: null }),
  person(101, 'Ravi Kulkarni'),
  person(131, 'Farhan Ali', { managerId: 5 }),
  person(171, 'Meera Das', { managerId: 5 }),
];
const lead = { rule: 'manager' } as const;
const money = { rule: 'holders', permission: accounts } as const;

/**
 * Given: a request of 101 with these steps; 131 is the lead, 171 has the right of accounts, 5 is the city
 * head.
 */
function given(steps: readonly StepRequest[]) {
  const app = playServer([approval], people, {
    'approvals/tlApproval:approve': [5, 131],
    [accounts]: [131, 171],
  });
  const input = {
    kind: 'tlApproval',
    entity: 'tlApproval',
    subject: { stream: 'appointment-7', ref: 'TK-000007', version: 2 },
    subjectEmpId: null,
    requestedBy: { empId: 101, name: 'Ravi Kulkarni' },
    pooId: 1,
    reason: 'tlApproval',
    text: 'text',
    before: {},
    after: {},
    amount: null,
    steps,
    slaMinutes: 30,
    expiresAt: new Date(s(18_000)).toISOString(),
    onApprove: { stream: 'appointment-7', command: 'unlock', input: {} },
    onReject: null,
    autoGrant: false,
  };
  app.command(null, 'approval-new', 'request', input, now);
  const approve = (empId: number, at: number) =>
    emitted(app.command(empId, 'approval-1', 'approveStep', {}, at));
  const feed = approvalFeed(null);
  const seen = (empId: number) => feed.see(app.state('approval-1'), feed.scope(app.viewerOf(empId)), '1');
  return { ...app, approve, seen };
}

it('any of several rules decides the step', () => {
  const app = given([{ any: [lead, money] }]);
  expect(app.state('approval-1').eligible).toEqual([131, 171]);
  expect(app.seen(171)).toMatchObject({
    part: 'approver',
    rules: [{ of: ['manager', 'holders'], mode: 'any' }],
  });
  expect(app.approve(171, s(1))).toEqual(['ApprovalStepApproved']);
  expect(app.state('approval-1')).toMatchObject({
    state: 'pendingApply',
    steps: [{ decision: 'approved', by: { empId: 171 } }],
  });
});

it('all of several rules must be met, each by a different person', () => {
  const app = given([{ all: [lead, money] }, { rule: 'cityHead' }]);
  expect(app.approve(131, s(1))).toEqual(['ApprovalStepApproved']);
  expect(app.state('approval-1')).toMatchObject({
    state: 'inReview',
    currentStep: 1,
    eligible: [171],
    steps: [{ signed: [{ rule: 0, by: { empId: 131 } }] }, {}],
  });
  expect(app.seen(131)).toMatchObject({
    part: 'reader',
    decisions: [{ step: 1, verb: 'approved', name: 'Farhan Ali' }],
  });
  expect(app.approve(131, s(2))).toBe('notAnApprover');
  expect(app.approve(171, s(3))).toEqual(['ApprovalStepApproved']);
  expect(app.state('approval-1')).toMatchObject({ currentStep: 2, eligible: [5] });
  app.approve(5, s(4));
  expect(app.state('approval-1').state).toBe('pendingApply');
  expect(app.seen(5)?.decisions.map(({ step, name }) => [step, name])).toEqual([
    [1, 'Farhan Ali'],
    [1, 'Meera Das'],
    [2, 'Latha Iyer'],
  ]);
});

it('an approval counts for the rule that fewer others can meet', () => {
  const app = given([{ all: [{ rule: 'holders', permission: accounts }, lead] }]);
  app.approve(131, s(1));
  expect(app.state('approval-1').steps[0].signed).toMatchObject([{ rule: 1 }]);
  expect(app.approve(171, s(2))).toEqual(['ApprovalStepApproved']);
  expect(app.state('approval-1').state).toBe('pendingApply');
});

it('undoing the last approval of a step keeps the others', () => {
  const app = given([{ all: [lead, money] }]);
  app.approve(131, s(1));
  app.approve(171, s(2));
  expect(emitted(app.command(171, 'approval-1', 'undoDecision', {}, s(3)))).toEqual([
    'ApprovalDecisionUndone',
  ]);
  expect(app.state('approval-1')).toMatchObject({
    state: 'inReview',
    eligible: [171],
    steps: [{ signed: [{ by: { empId: 131 } }], decision: null }],
  });
});

it('an approval of several notifies only new approvers', () => {
  const app = given([{ all: [lead, money] }]);
  app.approve(131, s(1));
  const event = { ...app.log.at(-1)!, position: 2, id: 'e', correlationId: '' };
  expect(approvalNotices.react(event, { directory: app.directory })).toEqual([]);
});

it('a rejection by any approver ends the step', () => {
  const app = given([{ all: [lead, money] }]);
  expect(emitted(app.command(171, 'approval-1', 'rejectStep', { comment: 'not covered' }, s(1)))).toEqual([
    'ApprovalStepRejected',
  ]);
  expect(app.state('approval-1').state).toBe('pendingReject');
});

it('a stored request with one rule per step can still be read', () => {
  expect(given([lead]).state('approval-1').steps).toMatchObject([
    { n: 1, mode: 'any', rules: [lead], decision: null },
  ]);
});

it('a request that was opened can be approved step by step', () => {
  const app = given([lead, { rule: 'cityHead' }]);
  expect(emitted(app.command(131, 'approval-1', 'open', {}, s(1)))).toEqual(['ApprovalReviewStarted']);
  expect(app.approve(131, s(2))).toEqual(['ApprovalStepApproved']);
  expect(app.state('approval-1')).toMatchObject({ currentStep: 2, eligible: [5] });
});
