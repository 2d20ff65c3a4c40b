import { expect, test } from 'vitest';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { Row } from '#web/live/rows.ts';
import { approvalRow, at } from '#tests/kit/approval-row.ts';
import { countIn } from '#web/families/approval/stage.ts';
import { countOf } from '../menu/counts.ts';
import { loadOf } from '../start/load.ts';
import { inboxItems, unreadOf } from './inbox.ts';
import type { NoticeRow } from './use-notices.ts';

const rows: readonly ApprovalRow[] = [
  approvalRow({ id: '1' }),
  approvalRow({ id: '2', state: 'infoRequested', actions: ['delegate'] }),
  approvalRow({ id: '3', state: 'pendingApply', actions: ['undoDecision'], undoUntil: at(9) }),
  approvalRow({ id: '4', part: 'requester', actions: ['withdraw'] }),
  approvalRow({ id: '5', part: 'requester', state: 'infoRequested', actions: ['answerInfo', 'withdraw'] }),
  approvalRow({ id: '6', part: 'reader', actions: [] }),
  approvalRow({ id: '7', state: 'inReview' }),
];
const notice = (n: number, message: string, more: Partial<NoticeRow> = {}): NoticeRow => ({
  ...{ id: `131:${n}`, empId: 131, n, seq: n, message, values: {}, icon: 'x', route: '/a', color: 'blue' },
  ...{ time: at(n), count: 1, about: null, due: null, urgent: false, panel: true, sound: true },
  ...{ readAt: null, doneAt: null, clearedAt: null },
  ...more,
});

test('menu, strip, start page and inbox count the same requests: those that wait for this person’s decision', () => {
  const asRows = rows as unknown as readonly Row[];
  expect({
    strip: countIn(rows, 'decide'),
    menu: countOf('approvals/inbox', asRows),
    kind: countOf('approvals/appReScheduleApproval', asRows),
    start: loadOf('approvals/inbox', asRows, Date.parse(at(1))).waiting,
    inbox: inboxItems([], rows).filter(({ type, done }) => type === 'decide' && !done).length,
  }).toEqual({ strip: 2, menu: 2, kind: 2, start: 2, inbox: 2 });
});

test('the bell drops a notice by itself once its request waits for nothing from this person', () => {
  const notices = [
    notice(1, 'approvalRequested', { about: 'approval-1' }),
    notice(2, 'approvalRequested', { about: 'approval-3' }),
    notice(3, 'approvalRequested', { about: 'approval-99' }),
    notice(4, 'approvalInfoRequested', { about: 'approval-5' }),
    notice(5, 'approvalInfoRequested', { about: 'approval-4' }),
    notice(6, 'approvalApproved', { about: 'approval-98' }),
    notice(7, 'approvalRequested', { about: 'approval-7', readAt: at(8) }),
    notice(8, 'doctorAsked', { about: 'prescription-3' }),
  ];
  expect(unreadOf(notices, rows).map(({ n }) => n)).toEqual([1, 4, 6, 8]);
  // While the requests are not known yet, nothing is dropped.
  expect(unreadOf(notices, null).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 8]);
});
