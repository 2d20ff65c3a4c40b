import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Age } from '#web/parts/Age.tsx';
import { IconBell } from '#web/parts/icons.ts';
import { Panel } from '#web/parts/Panel.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { useShell } from '../translations.ts';
import { NoticeIcon } from './NoticeIcon.tsx';
import { allowSound, setSound, useSound } from './sound.ts';
import { routeOf, timesBeside, useNotices, useNoticeText } from './use-notices.ts';
import './notices.css';

const SEEN_MS = 1_500;

/** Live notices of this person; one that was visible for a moment counts as read, in every tab. */
export function NoticePanel({ onClose }: { onClose: () => void }): ReactNode {
  const t = useShell();
  const text = useNoticeText();
  const sound = useSound();
  const { list, unread, condition, message, failure, dismiss, readShown, clearShown, clearing, read } =
    useNotices();
  const [unreadAtFirst] = useState(() => new Set(unread.map((one) => `${one.id} ${one.seq}`)));
  const anyUnread = unread.length > 0;

  useEffect(() => {
    if (!anyUnread) return undefined;
    const timer = setTimeout(() => void readShown(true), SEEN_MS);
    return () => clearTimeout(timer);
  }, [anyUnread, readShown]);

  return (
    <Panel
      title={t('notices.title')}
      onClose={onClose}
      width={360}
      foot={
        <>
          <Button
            size="compact-sm"
            variant="default"
            disabled={list.length === 0}
            loading={clearing}
            onClick={clearShown}
          >
            {t('notices.clear')}
          </Button>
          <Button size="compact-sm" variant="subtle" component={Link} to="/inbox">
            {t('notices.open')}
          </Button>
          <span className="sh-notice-sound">
            {sound === 'blocked' ? (
              <Button size="compact-sm" variant="light" color="warn" onClick={() => void allowSound()}>
                {t('notices.soundBlocked')} · {t('notices.soundUnlock')}
              </Button>
            ) : (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-pressed={sound === 'on'}
                onClick={() => setSound(sound === 'off')}
              >
                {t(sound === 'on' ? 'notices.soundOn' : 'notices.soundOff')}
              </Button>
            )}
          </span>
        </>
      }
    >
      {failure && <InlineError failure={failure} onDismiss={dismiss} />}
      {condition === 'connecting' && list.length === 0 ? (
        <Skeleton rows={4} />
      ) : condition === 'denied' ? (
        <EmptyState title={message ?? t('notices.none')} />
      ) : list.length === 0 ? (
        <EmptyState title={t('notices.none')} mark={<IconBell size={28} stroke={1.5} />}>
          {t('notices.noneText')}
        </EmptyState>
      ) : (
        <ul className="sh-notices">
          {list.map((one) => (
            <li key={one.id}>
              <Link
                to={routeOf(one)}
                className="sh-notice"
                data-unread={unread.includes(one) || unreadAtFirst.has(`${one.id} ${one.seq}`) || undefined}
                onClick={() => one.readAt === null && read(one)}
              >
                <NoticeIcon notice={one} />
                <span className="sh-notice-text">{text(one)}</span>
                <span className="sh-notice-meta">
                  <Age at={one.time} long />
                  {timesBeside(one) > 1 && <> · {t('notices.again', { count: one.count })}</>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
