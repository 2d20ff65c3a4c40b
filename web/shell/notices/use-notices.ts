import { useCallback, useMemo } from 'react';
import { screenAt, needOf } from '#shared/access/guard.ts';
import { showDates } from '#shared/core/day.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { NoticeRow as Notice } from '#shared/feeds/notifications.ts';
import { noticeKind } from '#shared/streams/notices/kinds.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { useLanguage, useTranslations } from '#web/locales/translations.ts';
import { lastKnown, useSessionStatus, verdict } from '../me.ts';
import { isBuilt, pages } from '../pages.ts';
import { inboxItems, unreadOf } from './inbox.ts';
import type { InboxItem } from './inbox.ts';

export type NoticeRow = Pick<Notice, keyof Notice>;

type Request = Pick<ApprovalRow, keyof ApprovalRow>;

/** Requests that this person takes part in; null while they are unknown. */
function useRequests(): readonly ApprovalRow[] | null {
  const { rows } = useFeed<Request>('approvals/inbox');
  const all = useFeedRows(rows);
  return rows.complete ? all : null;
}

/** The items of the inbox, and how many are open. */
export function useInbox(): {
  readonly items: readonly InboxItem[];
  readonly open: number;
  readonly known: boolean;
} {
  const notices = useFeed<NoticeRow>('notifications/me');
  const rows = useFeedRows(notices.rows);
  const requests = useRequests();
  const items = useMemo(() => inboxItems(rows, requests ?? []), [rows, requests]);
  return {
    items,
    open: items.filter(({ done }) => !done).length,
    known: notices.condition === 'live' && requests !== null,
  };
}

/** The person's notices, newest first, the same in every tab; reading and clearing are commands. */
export function useNotices() {
  useSessionStatus();
  const me = lastKnown();
  const feed = useFeed<NoticeRow>('notifications/me');
  const rows = useFeedRows(feed.rows);
  const all = useMemo(() => rows.toSorted((a, b) => b.seq - a.seq), [rows]);
  /** The panel shows notices that are not cleared and whose kind goes to the panel; the inbox shows all. */
  const list = useMemo(() => all.filter((one) => one.panel && one.clearedAt === null), [all]);
  const requests = useRequests();
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
    condition: feed.condition,
    message: feed.message,
    retry: feed.retry,
    unread: useMemo(() => unreadOf(list, requests), [list, requests]),
    failure: clearAll.failure ?? read.failure ?? readUpTo.failure,
    dismiss: () => [clearAll, read, readUpTo].forEach((command) => command.dismiss()),
    read: useCallback((one: NoticeRow) => void runRead(empId, { n: one.n }), [runRead, empId]),
    /** Marks as read what was shown so far, in the panel or the inbox; notices arriving now stay unread. */
    readShown: useCallback(
      async (panel = false) =>
        newest > 0 &&
        (await runReadUpTo(empId, { upTo: newest, ...(panel ? { panel: true } : {}) })) !== null,
      [runReadUpTo, empId, newest],
    ),
    clearShown: useCallback(
      () => void (newest > 0 && runClear(empId, { upTo: newest })),
      [runClear, empId, newest],
    ),
    clearing: clearAll.pending,
  };
}

/** The route of a notice if it exists and may be opened, else the dashboard. */
export function routeOf(one: Pick<NoticeRow, 'route'>): string {
  const screen = screenAt(one.route);
  return screen && isBuilt(screen.path) && verdict(lastKnown(), needOf(screen)).ok ? one.route : '/dashboard';
}

type Worded = Pick<NoticeRow, 'message' | 'values' | 'route' | 'count'>;

/** The text of a notice in the current language; a queue is named as its screen is. */
export function useNoticeText(): (one: Worded) => string {
  const { t } = useTranslations('notice');
  const language = useLanguage();
  return ({ message, values, route, count }) => {
    const title = 'queue' in values ? pages.get(screenAt(route)?.path ?? '')?.title[language] : undefined;
    return t(message, {
      ...showDates(values),
      ...(title === undefined ? {} : { queue: title }),
      ...(noticeKind(message).counts ? { count } : {}),
    });
  };
}

/** How often it came, where its text does not say so itself; 1 for a single time. */
export const timesBeside = ({ message, count }: Pick<NoticeRow, 'message' | 'count'>): number =>
  noticeKind(message).counts ? 1 : count;
