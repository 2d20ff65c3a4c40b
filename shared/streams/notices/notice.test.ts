import { describe, expect, it } from 'vitest';
import { notifications } from '#shared/feeds/notifications.ts';
import type { NoticeRow } from '#shared/feeds/notifications.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import { person, playServer, playStoryOf, emitted } from '#tests/kit/played.ts';
import { preference } from '../people/preference.ts';
import { notifyMention } from './mention.ts';
import { internalRoute, notice, noticeLimits } from './notice.ts';

const text = {
  message: 'approvalGranted',
  values: { ref: 'AP-000001' },
  icon: 'check',
  route: '/approvals',
  color: 'green',
};
function open() {
  const server = playServer([notice, preference], [person(101, 'Ravi'), person(102, 'Divya')]);
  const push = (at: number, dedupeKey?: string) =>
    server.command(null, 'notice-101', 'push', dedupeKey ? { ...text, dedupeKey } : text, at);
  const panel = () => {
    const rows = new Map<string, NoticeRow>();
    const ofNotices = server.log.filter(({ stream }) => stream.startsWith('notice-'));
    ofNotices.forEach((message, i) => {
      const event: StoredEvent = { ...message, position: i + 1, id: String(i), correlationId: '' };
      for (const id of notifications.ids(event)) {
        const row = notifications.row(rows.get(id), event, id);
        if (row) rows.set(id, row);
        else rows.delete(id);
      }
    });
    return [...rows.values()];
  };
  return { ...server, push, panel };
}
const min = 60_000;

describe('notices', () => {
  it('merge for five minutes under one key, with a count, unread again', () => {
    const { push, command, panel } = open();
    push(0, 'k');
    command(101, 'notice-101', 'read', { n: 1 }, min);
    push(4 * min, 'k');
    expect(panel()).toMatchObject([
      { id: '101:1', n: 1, seq: 2, count: 2, readAt: null, time: new Date(4 * min).toISOString() },
    ]);
    push(4 * min + noticeLimits.mergeMs, 'k');
    expect(panel().map((row) => [row.n, row.count])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });
  it('that say the newest about one thing take the place of the one before, until it is done', () => {
    const { command, panel } = open();
    const ring = (at: number) =>
      command(null, 'notice-101', 'push', { ...text, dedupeKey: 'escalation-1', replaces: true }, at);
    ring(0);
    ring(3 * 60 * min);
    expect(panel().map((row) => [row.n, row.count])).toEqual([[1, 2]]);
    command(101, 'notice-101', 'done', { n: 1 }, 4 * 60 * min);
    ring(4 * 60 * min + 1);
    expect(panel().map((row) => [row.n, row.count, row.doneAt === null])).toEqual([
      [1, 2, false],
      [2, 1, true],
    ]);
  });
  it('clear up to what was shown; concurrent ones stay', () => {
    const { push, command, panel } = open();
    push(0);
    push(1, 'k');
    push(2, 'k');
    push(3);
    expect(emitted(command(101, 'notice-101', 'clearAll', { upTo: 2 }, 4))).toEqual([
      'NotificationsClearedAll',
    ]);
    expect(panel().map((row) => [row.n, row.clearedAt !== null])).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
    expect(emitted(command(101, 'notice-101', 'clearAll', { upTo: 2 }, 5))).toEqual([]);
  });
  it('can be marked as done and reopened; clearing does neither', () => {
    const { push, command, panel } = open();
    push(0);
    push(1);
    expect(emitted(command(102, 'notice-101', 'done', { n: 1 }, 3))).toBe('notFound');
    expect(emitted(command(101, 'notice-101', 'done', { n: 9 }, 3))).toBe('notFound');
    expect(emitted(command(101, 'notice-101', 'done', { n: 1 }, 3))).toEqual([
      'NotificationRead',
      'NotificationDone',
    ]);
    expect(emitted(command(101, 'notice-101', 'done', { n: 1 }, 4))).toEqual([]);
    command(101, 'notice-101', 'clearAll', { upTo: 2 }, 5);
    expect(panel().map((row) => [row.doneAt !== null, row.readAt !== null])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(emitted(command(101, 'notice-101', 'reopen', { n: 1 }, 6))).toEqual(['NotificationReopened']);
    expect(emitted(command(101, 'notice-101', 'reopen', { n: 1 }, 7))).toEqual([]);
    expect(panel()[0]!.doneAt).toBeNull();
  });
  it('record the channels chosen at delivery', () => {
    const { command, panel } = open();
    const requested = {
      ...text,
      message: 'approvalRequested',
      about: 'approval-7',
      due: '2026-11-18T06:00:00.000Z',
    };
    const evening = Date.parse('2026-11-18T21:00:00+05:30');
    command(null, 'notice-101', 'push', requested, evening);
    command(
      101,
      'preference-e101',
      'change',
      { name: 'notices', value: { quietFrom: '20:00', quietTo: '08:00', channels: {} } },
      evening,
    );
    const pushed = [requested, { ...requested, urgent: true }].map((input) =>
      command(null, 'notice-101', 'push', input, evening),
    );
    expect(pushed.map((messages) => (messages as readonly { data: unknown }[])[0]!.data)).toMatchObject([
      { panel: true, sound: false, push: false },
      { panel: true, sound: true, push: true },
    ]);
    expect(panel().map((row) => [row.sound, row.urgent, row.about])).toEqual([
      [true, false, 'approval-7'],
      [false, false, 'approval-7'],
      [true, true, 'approval-7'],
    ]);
  });
  it('announce a mention without its text', () => {
    const { command, panel } = open();
    const react = notifyMention({ to: 101, room: '101-102', title: 'Divya', n: 4, by: 'Divya' });
    expect(react).toMatchObject({ stream: 'notice-101', command: 'push' });
    command(null, 'notice-101', 'push', react.kind === 'command' ? react.input : null, 0);
    expect(panel()).toMatchObject([
      {
        message: 'chatMention',
        values: { name: 'Divya', room: 'Divya' },
        route: '/chat?room=101-102',
        about: 'chatroom-101-102',
      },
    ]);
  });
  it('are read one by one or up to one, by their owner only', () => {
    const { push, command, panel } = open();
    push(0);
    push(1);
    push(2);
    expect(emitted(command(102, 'notice-101', 'read', { n: 1 }, 3))).toBe('notFound');
    expect(emitted(command(102, 'notice-101', 'clearAll', { upTo: 9 }, 3))).toBe('notFound');
    expect(emitted(command(101, 'notice-101', 'read', { n: 9 }, 3))).toBe('notFound');
    command(101, 'notice-101', 'readUpTo', { upTo: 2 }, 3);
    expect(panel().map((row) => row.readAt !== null)).toEqual([true, true, false]);
  });
  it('read in the panel leave unread what the panel did not show', () => {
    const { push, command, panel } = open();
    push(0);
    command(
      101,
      'preference-e101',
      'change',
      {
        name: 'notices',
        value: { quietFrom: null, quietTo: null, channels: { approvalGranted: { panel: false } } },
      },
      0,
    );
    push(1);
    command(101, 'notice-101', 'readUpTo', { upTo: 2, panel: true }, 2);
    expect(panel().map((row) => [row.panel, row.readAt !== null])).toEqual([
      [true, true],
      [false, false],
    ]);
  });
  it('keep the last 200 and 30 days', () => {
    const { push, panel } = open();
    for (let i = 0; i < noticeLimits.keep + 5; i += 1) push(i);
    expect(panel()).toHaveLength(noticeLimits.keep);
    expect(panel()[0]!.n).toBe(6);
    push(noticeLimits.keepMs + min * 10);
    expect(panel()).toHaveLength(1);
  });
  it.each([
    ['/approvals?id=1', '/approvals?id=1'],
    ['/outBound/signup-queue', '/outBound/signup-queue'],
    ['javascript:alert(1)', '/dashboard'],
    ['//evil.example', '/dashboard'],
    ['https://evil.example', '/dashboard'],
    ['/\\evil', '/dashboard'],
    ['/a/../b', '/dashboard'],
    ['', '/dashboard'],
  ])('lead only inside: %s', (route, expected) => expect(internalRoute(route)).toBe(expected));
});

it('plays its story', () => {
  expect(playStoryOf(open(), notice.story!)).toEqual([
    ['NotificationPushed'],
    ['NotificationRead'],
    ['NotificationDone'],
    ['NotificationsClearedAll'],
  ]);
});
