import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { isRefusal } from '#shared/core/refusal.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { actionsAt } from '#shared/families/approval-actions.ts';
import { approvalFeed } from '#shared/families/approval-feed.ts';
import { person, playServer } from '#tests/kit/played.ts';
import { approval } from './approval.ts';
import type { ApprovalContext, ApprovalEvent } from './approval.machine.ts';
import { approvalAccepts, approvalMachine } from './approval.machine.ts';
import type { ApprovalStage, ApprovalState } from './state.ts';

const now = 1_000_000_000_000;
const iso = (at: number) => new Date(at).toISOString();
const base: ApprovalContext = {
  state: 'inReview',
  lastStep: true,
  undoUntil: null,
  expiresAt: iso(now + 60_000),
  now,
  eligible: true,
  self: false,
  requester: false,
  sameDecider: false,
  standsIn: false,
  mayReassign: false,
};
const events: readonly ApprovalEvent[] = [
  { type: 'OPENED' },
  { type: 'APPROVE' },
  { type: 'REJECT', comment: 'not today' },
  { type: 'UNDO' },
  { type: 'REQUEST_INFO' },
  { type: 'ANSWER_INFO' },
  { type: 'DELEGATE' },
  { type: 'REASSIGN' },
  { type: 'WITHDRAW' },
  { type: 'SUBJECT_CHANGED' },
  { type: 'SLA_BREACHED' },
  { type: 'UNDO_WINDOW_ENDED' },
  { type: 'EXPIRED' },
  { type: 'EFFECT_OK' },
  { type: 'EFFECT_FAILED' },
];
const free = ['SUBJECT_CHANGED', 'SLA_BREACHED'];
const approver = ['OPENED', 'APPROVE', 'REJECT', 'REQUEST_INFO', 'DELEGATE'];

/** One table for both sides: the server's check and the console's running machine. */
const table: readonly (readonly [string, Partial<ApprovalContext>, readonly string[]])[] = [
  ['approver', {}, [...approver, ...free]],
  ['approver of a fresh one', { state: 'requested' }, [...approver, ...free]],
  ['approver who is the requester', { self: true, requester: true }, ['WITHDRAW', ...free]],
  [
    'approver for somebody who delegated it',
    { standsIn: true },
    ['OPENED', 'APPROVE', 'REJECT', 'REQUEST_INFO', ...free],
  ],
  ['stranger', { eligible: false }, free],
  ['leader', { eligible: false, mayReassign: true }, ['REASSIGN', ...free]],
  ['approver after its end', { now: now + 60_000 }, ['EXPIRED', ...free]],
  ['approver with an open question', { state: 'infoRequested' }, ['DELEGATE', 'SUBJECT_CHANGED']],
  [
    'requester with an open question',
    { state: 'infoRequested', eligible: false, self: true, requester: true },
    ['ANSWER_INFO', 'WITHDRAW', 'SUBJECT_CHANGED'],
  ],
  [
    'decider inside the window',
    { state: 'pendingApply', sameDecider: true, undoUntil: iso(now + 1) },
    ['UNDO'],
  ],
  ['another inside the window', { state: 'pendingReject', undoUntil: iso(now + 1) }, []],
  [
    'the system when the window ends',
    { state: 'pendingReject', undoUntil: iso(now), eligible: false },
    ['UNDO_WINDOW_ENDED'],
  ],
  ['pending after its end', { state: 'pendingApply', undoUntil: iso(now + 70_000), now: now + 60_000 }, []],
  ['approved', { state: 'approved' }, ['EFFECT_OK', 'EFFECT_FAILED']],
  ...(['applied', 'applyFailed', 'rejected', 'withdrawn', 'expired', 'superseded'] as ApprovalStage[]).map(
    (state) => [state, { state, requester: true, sameDecider: true, mayReassign: true }, []] as const,
  ),
];

describe('the approval machine', () => {
  it.each(table)('%s', (_title, more, legal) => {
    const context = { ...base, ...more };
    expect(
      new Set(events.filter((event) => approvalAccepts(context, event)).map((event) => event.type)),
    ).toEqual(new Set(legal));
    const actor = createActor(approvalMachine, { input: context }).start();
    expect(actor.getSnapshot().value).toBe(context.state);
    expect(
      new Set(events.filter((event) => actor.getSnapshot().can(event)).map((event) => event.type)),
    ).toEqual(new Set(legal));
  });

  it('goes to the next step, and from the last one to the undo window', () => {
    const actor = createActor(approvalMachine, { input: { ...base, lastStep: false } }).start();
    actor.send({ type: 'APPROVE' });
    expect(actor.getSnapshot().value).toBe('inReview');
    const last = createActor(approvalMachine, { input: base }).start();
    last.send({ type: 'APPROVE' });
    expect(last.getSnapshot().value).toBe('pendingApply');
  });

  it('requires a comment of 5 to 500 characters', () => {
    for (const [comment, ok] of [
      ['1234', false],
      ['12345', true],
      ['x'.repeat(500), true],
      ['x'.repeat(501), false],
      ['  a  ', false],
    ] as const) {
      expect(approvalAccepts(base, { type: 'REJECT', comment })).toBe(ok);
    }
  });
});

/** Actions that the console's machine offers a person on the row that the feed sends them. */
function offeredTo(viewer: Viewer, state: ApprovalState, clock: number): readonly string[] {
  const feed = approvalFeed(null);
  const row = feed.see(state, feed.scope(viewer), '1');
  return row ? actionsAt(row, clock) : [];
}

describe('server and console', () => {
  it('reach the same state by any accepted command', () => {
    const querying = {
      kind: 'k',
      entity: 'appReScheduleApproval',
      subject: { stream: 'appointment-7', ref: 'TK-7', version: 1 },
      subjectEmpId: 151,
      requestedBy: { empId: 101, name: 'Ravi' },
      pooId: 1,
      reason: 'r',
      text: '',
      before: {},
      after: {},
      amount: null,
      steps: [{ rule: 'holders' }, { rule: 'holders' }],
      slaMinutes: 30,
      expiresAt: iso(now + 3 * 3_600_000),
      onApprove: { stream: 'appointment-7', command: 'x', input: {} },
      onReject: null,
      autoGrant: false,
    };
    type Move = readonly [number | null, string, object, ApprovalEvent];
    const moves = fc.constantFrom<Move>(
      [131, 'open', {}, { type: 'OPENED' }],
      [131, 'approveStep', {}, { type: 'APPROVE' }],
      [132, 'approveStep', {}, { type: 'APPROVE' }],
      [131, 'rejectStep', { comment: 'not today' }, { type: 'REJECT', comment: 'not today' }],
      [131, 'undoDecision', {}, { type: 'UNDO' }],
      [132, 'undoDecision', {}, { type: 'UNDO' }],
      [132, 'requestInfo', { question: 'Which day?' }, { type: 'REQUEST_INFO' }],
      [101, 'answerInfo', { answer: 'Friday' }, { type: 'ANSWER_INFO' }],
      [131, 'delegate', { to: 5, until: querying.expiresAt }, { type: 'DELEGATE' }],
      [1, 'reassign', { to: 132, reason: 'on leave' }, { type: 'REASSIGN' }],
      [5, 'reassign', { to: 131, reason: 'on leave' }, { type: 'REASSIGN' }],
      [101, 'withdraw', {}, { type: 'WITHDRAW' }],
      [null, 'settle', {}, { type: 'UNDO_WINDOW_ENDED' }],
      [null, 'escalate', {}, { type: 'SLA_BREACHED' }],
      [null, 'expire', {}, { type: 'EXPIRED' }],
      [null, 'supersede', { why: 'gone' }, { type: 'SUBJECT_CHANGED' }],
      [null, 'applied', {}, { type: 'EFFECT_OK' }],
      [null, 'applyFailed', { why: 'slotTaken' }, { type: 'EFFECT_FAILED' }],
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(moves, fc.integer({ min: 0, max: 1_200 })), { maxLength: 40 }),
        (steps) => {
          const people = [
            person(1, 'Asha', { admin: true }),
            person(5, 'Latha', { designationCode: 'MG' }),
            person(101, 'Ravi'),
            person(131, 'Farhan', { managerId: 5 }),
            person(132, 'Nisha', { managerId: 5 }),
          ];
          const server = playServer([approval], people, {
            'approvals/appReScheduleApproval:approve': [5, 131, 132],
          });
          let clock = now;
          server.command(null, 'approval-new', 'request', querying, clock);
          for (const [[as, name, given, event], seconds] of steps) {
            clock += seconds * 1_000;
            const before = server.state('approval-1') as ApprovalState;
            const input =
              name === 'settle'
                ? { undoUntil: before.undoUntil ?? '' }
                : name === 'escalate'
                  ? { dueAt: before.dueAt }
                  : given;
            const offered = as === null ? null : offeredTo(server.viewerOf(as), before, clock);
            const outcome = server.command(as, 'approval-1', name, input, clock);
            if (offered && name !== 'open') {
              // Whom a request may be handed on to is another question, which the server alone answers.
              if (!isRefusal(outcome)) expect(offered).toContain(name);
              else if (!['delegate', 'reassign'].includes(name)) expect(offered).not.toContain(name);
            }
            if (isRefusal(outcome) || outcome.length === 0) continue;
            const context: ApprovalContext = {
              state: before.state,
              lastStep: before.currentStep === before.steps.length,
              undoUntil: before.undoUntil,
              expiresAt: before.expiresAt,
              now: clock,
              eligible: true,
              self: false,
              requester: true,
              sameDecider: true,
              standsIn: false,
              mayReassign: true,
            };
            const actor = createActor(approvalMachine, { input: context }).start();
            expect(actor.getSnapshot().can(event)).toBe(true);
            actor.send(event);
            expect(actor.getSnapshot().value).toBe(server.state('approval-1').state);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
