import { ActionIcon } from '@mantine/core';
import { useEffect } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFeed, useFeedRow } from '#web/live/use-feed.ts';
import { IconExternalLink, IconX } from '#web/parts/icons.ts';
import { openTalk } from '#web/parts/talk.ts';
import type { Talk } from '#web/parts/talk.ts';
import { Conversation } from './Conversation.tsx';
import type { RoomRow } from './rooms.ts';
import { useChatTranslations } from './translations.ts';
import './chat.css';

/** The discussion about a record, docked beside it while one continues working. */
export function TalkDock({ room, title }: Talk): ReactNode {
  const t = useChatTranslations();
  const navigate = useNavigate();
  const row = useFeedRow(useFeed<RoomRow>('chat/rooms').rows, room);
  const close = (): void => openTalk(null);
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    close();
  };
  const whole = (): void => {
    close();
    void navigate(`/chat?room=${encodeURIComponent(room)}`);
  };
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const shown: RoomRow = row ?? {
    id: room,
    title,
    about: room.slice('about-'.length),
    people: [],
    last: 0,
    lastAt: '',
    read: {},
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes what holds the focus
    <section className="chat-dock" aria-label={t('messages', { title })} onKeyDown={key}>
      <span className="chat-dock-tools">
        <ActionIcon aria-label={t('whole')} title={t('whole')} onClick={whole}>
          <IconExternalLink size={16} />
        </ActionIcon>
        <ActionIcon aria-label={t('close')} title={`${t('close')} · Esc`} onClick={close}>
          <IconX size={16} />
        </ActionIcon>
      </span>
      <Conversation room={shown} joined={row !== undefined} onBack={close} />
    </section>
  );
}
