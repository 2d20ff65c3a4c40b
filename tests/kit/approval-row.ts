import type { ApprovalRow } from '#shared/families/approval-feed.ts';

const start = Date.parse('2026-11-18T05:00:00.000Z');

/** The instant a number of minutes after the start of the samples. */
export const at = (minutes: number): string => new Date(start + minutes * 60_000).toISOString();

/** A request as its approver sees it, for tests. */
export function approvalRow(more: Partial<ApprovalRow> = {}): ApprovalRow {
  const row: Omit<ApprovalRow, 'viewer'> = {
    id: '1',
    ref: 'AP-000001',
    kind: 'appReScheduleApproval',
    state: 'requested',
    requester: { empId: 101, name: 'Ravi Kulkarni' },
    subject: { stream: 'appointment-9', ref: 'TK-000009' },
    pooId: 1,
    reason: 'reschedule',
    text: 'The family is travelling',
    before: { at: at(600), assigned: 'Pooja Hegde', moved: 1 },
    after: { at: at(900), assigned: 'Pooja Hegde', moved: 2 },
    amount: null,
    amountNow: null,
    step: 1,
    steps: 1,
    rules: [{ of: ['manager'], mode: 'any' }],
    enteredAt: at(0),
    dueAt: at(30),
    expiresAt: at(600),
    undoUntil: null,
    decisions: [],
    readBy: [],
    question: null,
    answer: null,
    escalated: false,
    part: 'approver',
    actions: ['approveStep', 'rejectStep', 'requestInfo', 'delegate'],
    version: 1,
    ...more,
  };
  return { ...row, viewer: more.viewer ?? viewerOf(row) };
}

/** What the viewer of a sample is to it, by the part and the actions it names. */
const viewerOf = ({ part, actions, step, steps }: Omit<ApprovalRow, 'viewer'>): ApprovalRow['viewer'] => ({
  lastStep: step === steps,
  eligible: part === 'approver',
  self: part === 'requester',
  requester: part === 'requester',
  sameDecider: actions.includes('undoDecision'),
  standsIn: !actions.includes('delegate'),
  mayReassign: actions.includes('reassign'),
});
