import { ActionIcon, Tooltip } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFeed } from '#web/live/use-feed.ts';
import { announce } from '#web/parts/announce.ts';
import { IconBell } from '#web/parts/icons.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useShell } from '../translations.ts';
import { ring, useSound } from './sound.ts';
import type { NoticeRow } from './use-notices.ts';
import { useNotices, useNoticeText } from './use-notices.ts';

/** After a long disconnection, older notices make no sound. */
const LATE_MS = 120_000;

/** The bell: number of unread notices; plays a sound and announces new ones. */
export function NoticeButton({ open, onToggle }: { open: boolean; onToggle: () => void }): ReactNode {
  const t = useShell();
  const notices = useNotices();
  const { empId } = notices;
  const unread = notices.unread.length;
  const silenced = useSound() === 'blocked';
  const navigate = useNavigate();
  const go = useRef(navigate);
  const { rows, condition } = useFeed<NoticeRow>('notifications/me');
  const text = useNoticeText();
  const translate = useRef(text);
  useEffect(() => {
    translate.current = text;
    go.current = navigate;
  });
  /** Notices older than this tab are not news; those that arrived while it connected are. */
  const opened = useRef(performance.now());
  const since = useRef<number | null>(null);
  const heard = useRef(0);
  const live = condition === 'live';
  useEffect(() => {
    if (!live || empId === 0) return undefined;
    let stop: (() => void) | null = null;
    let left = false;
    void import('./push-here.ts')
      .then(({ followPush }) => {
        if (!left) stop = followPush(empId, (route) => void go.current(route));
      })
      .catch((error: unknown) => console.warn('push is not followed in this tab', error));
    return () => {
      left = true;
      stop?.();
    };
  }, [live, empId]);
  useEffect(() => {
    if (!live) return undefined;
    since.current ??= serverClock.now() - (performance.now() - opened.current) - 1_000;
    const hear = (some: Iterable<NoticeRow>): void => {
      const from = Math.max(since.current ?? 0, serverClock.now() - LATE_MS);
      const fresh = [...some].filter(
        (one) =>
          one.seq > heard.current &&
          one.readAt === null &&
          one.panel &&
          one.clearedAt === null &&
          Date.parse(one.time) > from,
      );
      const newest = fresh.toSorted((a, b) => b.seq - a.seq)[0];
      if (!newest) return;
      heard.current = newest.seq;
      if (fresh.some((one) => one.sound)) void ring();
      announce(`${t('notices.new')}: ${translate.current(newest)}`);
    };
    hear(rows.all());
    return rows.onBatch(({ add, update }) => hear([...add, ...update]));
  }, [rows, live, t]);
  // The accessible name contains the visible text.
  const shown = unread > 99 ? '99+' : String(unread);
  const label = [
    t('notifications'),
    ...(unread > 0 ? [t('notices.unread', { count: unread }).replace(String(unread), shown)] : []),
    ...(silenced ? [t('notices.soundBlocked')] : []),
  ].join(', ');
  return (
    <Tooltip label={silenced ? t('notices.soundBlocked') : t('notifications')} disabled={open}>
      <ActionIcon
        aria-label={label}
        aria-expanded={open}
        onClick={onToggle}
        className="sh-bell"
        data-silenced={silenced || undefined}
      >
        <IconBell size={18} />
        {unread > 0 && (
          <span className="sh-bell-count ops-figures" aria-hidden="true">
            {shown}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  );
}
