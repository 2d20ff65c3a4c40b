import { describe, expect, it } from 'vitest';
import { decides } from './declaration.ts';
import { approvalRow, at } from '#tests/kit/approval-row.ts';
import { byUrgency, clockRuns, inPart, offered, warnAt, whyNot } from './stage.ts';
import { meant } from './stage.ts';

it('a key means the open request, else the one in hand; none when the open one is gone', () => {
  const [open, inHand] = [approvalRow({ id: '1' }), approvalRow({ id: '2' })];
  expect(meant(null, undefined, inHand, true)).toEqual({ decides: inHand, shows: null });
  expect(meant('1', open, inHand, false)).toEqual({ decides: open, shows: null });
  expect(meant('1', open, open, true)).toEqual({ decides: open, shows: null });
  expect(meant('1', undefined, null, true)).toEqual({ decides: null, shows: null });
});

it('a key shows the focused request instead of deciding the open one', () => {
  const [open, inHand] = [approvalRow({ id: '1' }), approvalRow({ id: '2' })];
  expect(meant('1', open, inHand, true)).toEqual({ decides: null, shows: inHand });
  expect(meant('1', undefined, inHand, true)).toEqual({ decides: null, shows: inHand });
});

describe('which requests are mine', () => {
  it('to decide: open ones I may decide, and my decisions while they can be undone', () => {
    expect(inPart(approvalRow(), 'decide')).toBe(true);
    expect(inPart(approvalRow({ part: 'reader', actions: [] }), 'decide')).toBe(false);
    expect(inPart(approvalRow({ state: 'pendingApply', actions: ['undoDecision'] }), 'decide')).toBe(true);
    expect(inPart(approvalRow({ state: 'pendingApply', actions: [] }), 'decide')).toBe(false);
    expect(inPart(approvalRow({ state: 'approved', actions: [] }), 'decide')).toBe(false);
  });
  it('requested: my own, in every state', () => {
    expect(inPart(approvalRow({ part: 'requester', state: 'approved' }), 'asked')).toBe(true);
    expect(inPart(approvalRow(), 'asked')).toBe(false);
  });
});

it('the nearest deadline comes first, decided requests last', () => {
  const rows = [
    approvalRow({ id: '1', state: 'pendingApply', dueAt: at(-60) }),
    approvalRow({ id: '2', dueAt: at(30) }),
    approvalRow({ id: '3', dueAt: at(5) }),
    approvalRow({ id: '10', dueAt: at(5) }),
  ];
  expect(rows.toSorted(byUrgency).map(({ id }) => id)).toEqual(['3', '10', '2', '1']);
});

it('the last third of the time is at risk; questions and decisions stop the clock', () => {
  expect(warnAt(approvalRow({ enteredAt: at(0), dueAt: at(30) }))).toBe(Date.parse(at(20)));
  expect(clockRuns(approvalRow())).toBe(true);
  for (const state of ['infoRequested', 'pendingApply', 'pendingReject', 'approved'] as const)
    expect(clockRuns(approvalRow({ state }))).toBe(false);
});

it('who holds the right to decide any kind is an approver, wherever the right stands', () => {
  const decider = (...rights: readonly string[]): boolean =>
    decides({ admin: false, rights: new Set(rights) });
  expect(decider('approvals/empExpenseApproval:approve')).toBe(true);
  expect(decider('Prescription/customerExitApproval:approve')).toBe(true);
  expect(decider('Masters/colourMaster:approve', 'approvals/empExpenseApproval:view')).toBe(false);
});

describe('why not', () => {
  const now = Date.parse(at(1));
  const reason = (
    row: Parameters<typeof approvalRow>[0],
    action: Parameters<typeof whyNot>[1] = 'approveStep',
  ): string | null => whyNot(approvalRow(row), action, now)?.key ?? null;
  it('allowed actions are available unless disconnected or expired', () => {
    expect(reason({})).toBeNull();
    expect(whyNot(approvalRow(), 'approveStep', now, { key: 'off.line' })).toEqual({ key: 'off.line' });
    expect(reason({ expiresAt: at(0) })).toBe('off.expired');
  });
  it('names who decided and when', () => {
    const decisions = [{ step: 1, verb: 'rejected' as const, name: 'Farhan Ali', at: at(0), comment: 'No' }];
    expect(
      whyNot(approvalRow({ state: 'pendingReject', actions: [], decisions }), 'approveStep', now),
    ).toEqual({
      key: 'off.rejected',
      values: { name: 'Farhan Ali', at: at(0) },
    });
    expect(reason({ state: 'pendingApply', actions: [], part: 'requester', decisions }, 'withdraw')).toBe(
      'off.tooLate',
    );
  });
  it('gives the reason why each part may not act', () => {
    expect(reason({ part: 'requester', actions: ['withdraw'] })).toBe('off.own');
    expect(reason({ part: 'reader', actions: [] })).toBe('off.notApprover');
    expect(reason({ state: 'infoRequested', actions: ['delegate'] })).toBe('off.infoAwaited');
    expect(reason({ actions: ['approveStep', 'rejectStep', 'requestInfo'] }, 'delegate')).toBe('off.standIn');
    expect(reason({ state: 'approved', actions: [] })).toBe('off.applying');
  });
});

it('a requester is offered to answer only while a question is open', () => {
  expect(offered(approvalRow({ part: 'requester', actions: ['withdraw'] }))).toEqual(['withdraw']);
  expect(
    offered(approvalRow({ part: 'requester', state: 'infoRequested', actions: ['answerInfo', 'withdraw'] })),
  ).toEqual(['answerInfo', 'withdraw']);
  expect(
    offered(approvalRow({ actions: ['approveStep', 'rejectStep', 'requestInfo', 'delegate', 'reassign'] })),
  ).toEqual(['approveStep', 'rejectStep', 'requestInfo', 'delegate', 'reassign']);
});
