import { ActionIcon, Tooltip } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFeed } from '#web/live/use-feed.ts';
import { announce } from '#web/parts/announce.ts';
import { IconBell } from '#web/parts/icons.ts';
import { serverClock } from '#web/words/server-clock.ts';
import { useShell } from '../words.ts';
import { ring, useSound } from './sound.ts';
import type { NoticeRow } from './use-notices.ts';
import { useNotices, useNoticeText } from './use-notices.ts';

/** After a long silence of the line, what is older than this rings no more. */
const LATE_MS = 120_000;

/** The bell: how many are unread; rings and is read out when something arrives. */
export function NoticeButton({ open, onToggle }: { open: boolean; onToggle: () => void }): ReactNode {
  const t = useShell();
  const { unread, empId } = useNotices();
  const silenced = useSound() === 'blocked';
  const navigate = useNavigate();
  const go = useRef(navigate);
  const { rows, standing } = useFeed<NoticeRow>('notifications/me');
  const text = useNoticeText();
  const say = useRef(text);
  useEffect(() => {
    say.current = text;
    go.current = navigate;
  });
  /** What stood there when this tab began is not news. */
  const since = useRef<number | null>(null);
  const live = standing === 'live';
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
    since.current ??= serverClock.now() - 1_000;
    return rows.onBatch(({ add, update }) => {
      const from = Math.max(since.current ?? 0, serverClock.now() - LATE_MS);
      const fresh = [...add, ...update].filter((one) => one.readAt === null && one.panel && one.clearedAt === null && Date.parse(one.time) > from);
      const newest = fresh.toSorted((a, b) => b.seq - a.seq)[0];
      if (!newest) return;
      if (fresh.some((one) => one.sound)) void ring();
      announce(`${t('notices.new')}: ${say.current(newest)}`);
    });
  }, [rows, live, t]);
  const label = [t('notifications'), ...(unread > 0 ? [t('notices.unread', { count: unread })] : []), ...(silenced ? [t('notices.soundBlocked')] : [])].join(
    ', ',
  );
  return (
    <Tooltip label={silenced ? t('notices.soundBlocked') : t('notifications')} disabled={open}>
      <ActionIcon aria-label={label} aria-expanded={open} onClick={onToggle} className="sh-bell" data-silenced={silenced || undefined}>
        <IconBell size={18} />
        {unread > 0 && (
          <span className="sh-bell-count ops-figures" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  );
}
