import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { discussed } from 'virtual:discussed';
import { reference } from '#shared/core/reference.ts';
import { aboutOf } from '#shared/streams/notices/about.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { Age } from '#web/parts/Age.tsx';
import { LookupField } from '#web/parts/field/choice-fields.tsx';
import { findColleagues } from '#web/parts/field/colleagues.ts';
import { IconMessage, IconPlus } from '#web/parts/icons.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState } from '#web/parts/states.tsx';
import { useMe } from '../me.ts';
import { initials } from '../header/initials.ts';
import { Conversation } from './Conversation.tsx';
import { NewRoom } from './NewRoom.tsx';
import { AtWork, useAtWork } from './PeopleHere.tsx';
import { byNewest, directRoom, nameOfRoom, unreadIn, withName } from './rooms.ts';
import type { RoomRow } from './rooms.ts';
import { useChatTranslations } from './translations.ts';
import './chat.css';

/** Live chat with colleagues: rooms on the side, the selected one beside them. */
export function ChatScreen(): ReactNode {
  const t = useChatTranslations();
  const me = useMe();
  const [query, setQuery] = useSearchParams();
  const [making, setMaking] = useState(false);
  const [talkTo, setTalkTo] = useState<{ empId: number; name: string } | null>(null);
  const feed = useFeed<RoomRow>('chat/rooms');
  const rooms = byNewest(useFeedRows(feed.rows));
  const [typed, setTyped] = useState('');
  const listed = withName(rooms, typed, me.empId);
  const atWork = useAtWork();
  const chosen = query.get('room');
  const room = rooms.find(({ id }) => id === chosen);
  const begun: RoomRow | null =
    talkTo && !room && chosen === directRoom(me.empId, talkTo.empId)
      ? {
          id: chosen,
          title: null,
          about: null,
          people: [{ empId: me.empId, name: me.name }, talkTo],
          last: 0,
          lastAt: '',
          read: {},
        }
      : null;
  const about = chosen !== null && !room ? aboutOf(chosen) : null;
  const prefix = about && Object.hasOwn(discussed, about.name) ? discussed[about.name] : undefined;
  const record: RoomRow | null =
    about && prefix !== undefined
      ? {
          id: chosen!,
          title: reference(prefix, about.id),
          about: about.stream,
          people: [],
          last: 0,
          lastAt: '',
          read: {},
        }
      : null;
  const shown = room ?? begun ?? record;
  const go = (id: string | null): void => setQuery(id === null ? {} : { room: id });

  return (
    <div className="chat" data-open={shown ? true : undefined}>
      <aside className="chat-side" aria-label={t('rooms')}>
        <div className="chat-start">
          <LookupField
            label={t('start')}
            placeholder={t('startHint')}
            value={null}
            find={findColleagues}
            onChange={(choice) => {
              const empId = Number(choice?.value ?? 0);
              if (!choice || empId === me.empId) return;
              setTalkTo({ empId, name: choice.label.split(' · ')[0] ?? choice.label });
              go(directRoom(me.empId, empId));
            }}
          />
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => setMaking(true)}
          >
            {t('newRoom')}
          </Button>
        </div>
        {feed.condition === 'connecting' && rooms.length === 0 ? (
          <Skeleton rows={4} />
        ) : rooms.length === 0 ? (
          <EmptyState title={t('none')} mark={<IconMessage size={28} stroke={1.5} />}>
            {t('noneText')}
          </EmptyState>
        ) : (
          <>
            {rooms.length > 5 && (
              <TextInput
                className="chat-find"
                aria-label={t('find')}
                placeholder={t('find')}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            )}
            {listed.length === 0 && <p className="chat-find ops-muted">{t('noneFound')}</p>}
            <ul className="chat-rooms">
              {listed.map((one) => {
                const name = nameOfRoom(one, me.empId);
                const unread = unreadIn(one, me.empId);
                return (
                  <li key={one.id}>
                    <Link
                      to={`/chat?room=${encodeURIComponent(one.id)}`}
                      className="chat-room"
                      aria-current={one.id === chosen ? 'true' : undefined}
                    >
                      <span className="sh-initials" aria-hidden="true">
                        {initials(name)}
                      </span>
                      <span className="chat-room-name" data-unread={unread > 0 || undefined}>
                        {name}
                        {one.title === null && (
                          <AtWork
                            named={false}
                            state={atWork(one.people.find(({ empId }) => empId !== me.empId)?.empId ?? 0)}
                          />
                        )}
                        {one.title !== null && <small>{t('people', { count: one.people.length })}</small>}
                      </span>
                      <span className="chat-room-end">
                        {one.last > 0 && <Age at={one.lastAt} />}
                        {unread > 0 && (
                          <span className="sh-badge ops-figures" aria-label={t('unread', { count: unread })}>
                            {unread}
                          </span>
                        )}
                      </span>
                    </Link>
                  </li>
                );
              })}
            </ul>
          </>
        )}
      </aside>
      <section className="chat-main">
        {shown ? (
          <Conversation key={shown.id} room={shown} joined={!record} onBack={() => go(null)} />
        ) : (
          <EmptyState title={t('choose')} mark={<IconMessage size={28} stroke={1.5} />}>
            {t('chooseText')}
          </EmptyState>
        )}
      </section>
      {making && (
        <NewRoom
          onClose={() => setMaking(false)}
          onOpened={(id) => {
            setMaking(false);
            go(id);
          }}
        />
      )}
    </div>
  );
}
