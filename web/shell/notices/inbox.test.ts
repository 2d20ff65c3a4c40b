import { expect, test } from 'vitest';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { inboxItems } from './inbox.ts';
import type { NoticeRow } from './use-notices.ts';

const at = (minute: number): string =>
  new Date(Date.parse('2026-11-18T05:00:00.000Z') + minute * 60_000).toISOString();
const notice = (n: number, message: string, more: Partial<NoticeRow> = {}): NoticeRow => ({
  ...{
    id: `101:${n}`,
    empId: 101,
    n,
    seq: n,
    message,
    values: { name: 'Divya' },
    icon: 'x',
    route: '/a',
    color: 'blue',
    time: at(n),
    count: 1,
  },
  ...{
    about: null,
    due: null,
    urgent: false,
    panel: true,
    sound: true,
    readAt: null,
    doneAt: null,
    clearedAt: null,
  },
  ...more,
});
const request = (id: string, actions: ApprovalRow['actions']): ApprovalRow =>
  ({
    id,
    ref: `AP-00000${id}`,
    requester: { empId: 102, name: 'Divya' },
    actions,
    enteredAt: at(0),
    dueAt: at(30),
    question: null,
  }) as unknown as ApprovalRow;
const brief = (items: ReturnType<typeof inboxItems>) =>
  items.map(({ id, type, done, byHand }) => [id, type, done, byHand]);

test('a waiting request is one open item, whatever its notices', () => {
  const read = { about: 'approval-7', readAt: at(5), clearedAt: at(5) };
  const items = inboxItems(
    [notice(1, 'approvalRequested', read), notice(2, 'approvalEscalated', { about: 'approval-7' })],
    [request('7', ['approveStep'])],
  );
  expect(items.filter(({ done }) => !done)).toMatchObject([
    { id: 'approval-7', type: 'decide', message: 'approvalEscalated', unread: true, due: at(30) },
  ]);
  expect(items).toHaveLength(1);
  expect(
    brief(
      inboxItems(
        [],
        [request('7', ['approveStep']), request('8', ['answerInfo']), request('9', ['undoDecision'])],
      ),
    ),
  ).toEqual([
    ['approval-7', 'decide', false, false],
    ['approval-8', 'answer', false, false],
  ]);
});
test('a request that needs nothing more is done', () =>
  expect(
    brief(
      inboxItems([notice(1, 'approvalRequested', { about: 'approval-7' })], [request('7', ['undoDecision'])]),
    ),
  ).toEqual([['101:1', 'decide', true, false]]));
test('mentions and work are done by hand, news by being read', () => {
  const items = inboxItems(
    [
      notice(1, 'chatMention', { readAt: at(3) }),
      notice(2, 'dayAutoClosed', { doneAt: at(4) }),
      notice(3, 'approvalGranted', { readAt: at(4) }),
      notice(4, 'approvalGranted'),
    ],
    [],
  );
  expect(brief(items)).toEqual([
    ['101:4', 'news', false, true],
    ['101:3', 'news', true, true],
    ['101:2', 'assignment', true, true],
    ['101:1', 'mention', false, true],
  ]);
});
test('urgent items come first', () =>
  expect(
    inboxItems([notice(1, 'chatMention', { urgent: true }), notice(2, 'chatMention')], []).map(
      ({ id }) => id,
    ),
  ).toEqual(['101:1', '101:2']));
