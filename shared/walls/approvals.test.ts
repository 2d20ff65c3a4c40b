import { expect, it } from 'vitest';
import { byBoard } from '#shared/families/wall-figures.ts';
import { figuresOf, marksOf, storyAt } from '#tests/kit/wall.ts';
import { approvalsWall } from './approvals.ts';

const now = Date.parse('2026-11-18T12:00:00.000Z');
const event = storyAt(now);
const iso = (minutesAgo: number): string => new Date(now - minutesAgo * 60_000).toISOString();
const requested = (n: number, kind: string, minutesAgo: number, dueInMinutes: number, pooId = 1) =>
  event(
    `approval-${n}`,
    'ApprovalRequested',
    {
      ...{ kind, pooId, autoGrant: false, dueAt: iso(-dueInMinutes) },
      ...{ text: 'phone 5550001111', requestedBy: { empId: 101, name: 'Ravi Kulkarni' } },
    },
    minutesAgo,
  );
const story = [
  requested(1, 'empExpenseApproval', 90, -10),
  requested(2, 'empExpenseApproval', 30, 60),
  requested(3, 'appReScheduleApproval', 20, 60, 2),
  requested(4, 'appReScheduleApproval', 15, 60),
  event('approval-4', 'ApprovalStepApproved', { last: true }, 10),
  event('approval-4', 'ApprovalApproved', {}, 9),
  requested(5, 'appReScheduleApproval', 15, 60),
  event('approval-5', 'ApprovalStepRejected', {}, 10),
  event('approval-5', 'ApprovalDecisionUndone', { enteredAt: iso(15), dueAt: iso(-60) }, 9),
  requested(6, 'appReScheduleApproval', 15, 60),
  event('approval-6', 'ApprovalWithdrawn', {}, 10),
];
const marks = marksOf(approvalsWall, story);

it('counts what waits, how long, what is overdue, and the decisions of today', () => {
  expect(figuresOf(approvalsWall, marks, now)).toEqual({
    'approvals.waiting': [4, false],
    'approvals.oldest': [90, true],
    'approvals.overdue': [1, true],
    'dayEnds.missing': [0, false],
    'approvals.kinds': [4, false],
  });
});

it('lists the kinds with the most requests first, and those that are overdue', () => {
  expect(byBoard(approvalsWall.figures.at(-1)!, marks, now)).toEqual([
    { board: 'appReScheduleApproval', count: 2, late: false },
    { board: 'empExpenseApproval', count: 2, late: true },
  ]);
});

it('a decision that is undone waits again, at its own place', () => {
  expect(marksOf(approvalsWall, story, [1]).map(({ id }) => id)).toEqual(['1', '2', '5']);
  expect(marksOf(approvalsWall, story, [2]).map(({ id }) => id)).toEqual(['3']);
});

it('counts the ends of day that were missed, until they are handed in, at the places of the screen', () => {
  const days = [
    event('dayend-1-2026-11-17', 'DayOpened', { pooId: 1 }, 900),
    event('dayend-1-2026-11-17', 'DayEndMissed', { excused: [] }, 200),
    event('dayend-2-2026-11-17', 'DayEndMissed', { excused: [] }, 200),
    event('dayend-2-2026-11-17', 'DayEndSubmitted', {}, 100),
    event('dayend-3-2026-11-18', 'DayOpened', { pooId: 3 }, 100),
  ];
  const missing = (poos: readonly number[] | 'all') =>
    figuresOf(approvalsWall, marksOf(approvalsWall, days, poos), now)['dayEnds.missing'];
  expect(missing('all')).toEqual([1, true]);
  expect(missing([2, 3])).toEqual([0, false]);
});
