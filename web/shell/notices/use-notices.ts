import { useCallback, useMemo } from 'react';
import { screenAt, needOf } from '#shared/access/guard.ts';
import type { NoticeRow as Notice } from '#shared/feeds/notifications.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { useWords } from '#web/words/words.ts';
import { lastKnown, useStanding, verdict } from '../me.ts';
import { isBuilt } from '../pages.ts';

export type NoticeRow = Pick<Notice, keyof Notice>;

/** One's notices, newest first, as every tab sees them; reading and clearing are orders to the server. */
export function useNotices() {
  useStanding();
  const me = lastKnown();
  const feed = useFeed<NoticeRow>('notifications/me');
  const rows = useFeedRows(feed.rows);
  const all = useMemo(() => rows.toSorted((a, b) => b.seq - a.seq), [rows]);
  /** What the panel shows: not cleared, and of a kind its reader wants there. The inbox shows all. */
  const list = useMemo(() => all.filter((one) => one.panel && one.clearedAt === null), [all]);
  const read = useCommand('notice', 'read');
  const readUpTo = useCommand('notice', 'readUpTo');
  const clearAll = useCommand('notice', 'clearAll');
  const newest = all[0]?.seq ?? 0;
  const empId = me?.empId ?? 0;
  const runRead = read.run;
  const runReadUpTo = readUpTo.run;
  const runClear = clearAll.run;
  return {
    empId,
    all,
    list,
    standing: feed.standing,
    message: feed.message,
    retry: feed.retry,
    unread: useMemo(() => list.filter((one) => one.readAt === null).length, [list]),
    failure: clearAll.failure ?? read.failure ?? readUpTo.failure,
    dismiss: () => [clearAll, read, readUpTo].forEach((order) => order.dismiss()),
    read: useCallback((one: NoticeRow) => void runRead(empId, { n: one.n }), [runRead, empId]),
    /** Everything that was shown so far, in the panel or in the inbox; what arrives at this moment stays unread. */
    readShown: useCallback(
      async (panel = false) => newest > 0 && (await runReadUpTo(empId, { upTo: newest, ...(panel ? { panel: true } : {}) })) !== null,
      [runReadUpTo, empId, newest],
    ),
    clearShown: useCallback(() => void (newest > 0 && runClear(empId, { upTo: newest })), [runClear, empId, newest]),
    clearing: clearAll.pending,
  };
}

/** Where a notice leads: its page when it is there and opens, else the dashboard. */
export function routeOf(one: Pick<NoticeRow, 'route'>): string {
  const screen = screenAt(one.route);
  return screen && isBuilt(screen.path) && verdict(lastKnown(), needOf(screen)).ok ? one.route : '/dashboard';
}

/** What a notice says, in the language of now. */
export function useNoticeText(): (one: Pick<NoticeRow, 'message' | 'values'>) => string {
  const { t } = useWords('notice');
  return (one) => t(one.message, one.values);
}
