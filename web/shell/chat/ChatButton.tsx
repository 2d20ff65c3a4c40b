import { ActionIcon, Tooltip } from '@mantine/core';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { IconMessage } from '#web/parts/icons.ts';
import { lastKnown, useSessionStatus } from '../me.ts';
import { useShell } from '../translations.ts';
import { unreadIn } from './rooms.ts';
import type { RoomRow } from './rooms.ts';

/** Opens the chat; shows the number of unread messages. */
export function ChatButton(): ReactNode {
  const t = useShell();
  useSessionStatus();
  const empId = lastKnown()?.empId ?? 0;
  const rows = useFeedRows(useFeed<RoomRow>('chat/rooms').rows);
  const unread = useMemo(() => rows.reduce((sum, room) => sum + unreadIn(room, empId), 0), [rows, empId]);
  return (
    <Tooltip label={t('chat')}>
      <ActionIcon
        component={Link}
        to="/chat"
        className="sh-bell"
        aria-label={unread > 0 ? `${t('chat')}, ${t('badge', { count: unread })}` : t('chat')}
      >
        <IconMessage size={18} />
        {unread > 0 && (
          <span className="sh-bell-count ops-figures" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  );
}
