import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { businessDay, showDay } from '#shared/core/day.ts';
import { useCommand } from '#web/live/use-command.ts';
import { usePresences } from '#web/live/use-feed.ts';
import { prompt } from '#web/parts/prompt.tsx';
import { IconArrowLeft, IconDoorExit, IconUserPlus } from '#web/parts/icons.ts';
import { InlineError } from '#web/parts/states.tsx';
import { serverClock } from '#web/locales/server-clock.ts';
import { useMe } from '../me.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { Message } from './Message.tsx';
import { PeopleHere } from './PeopleHere.tsx';
import { RecordLink } from './RecordLink.tsx';
import { continues, nameOfRoom, unreadIn } from './rooms.ts';
import type { RoomRow } from './rooms.ts';
import { useConversation } from './use-conversation.ts';
import { useChatTranslations } from './translations.ts';
import { Writer } from './Writer.tsx';

/**
 * One conversation: messages, members, and a field to write. `joined` is false for a record's room that is
 * only being read.
 */
export function Conversation({
  room,
  joined = true,
  onBack,
}: {
  room: RoomRow;
  joined?: boolean;
  onBack: () => void;
}): ReactNode {
  const t = useChatTranslations();
  const me = useMe();
  const talk = useConversation(room, joined);
  const { messages } = talk;
  const read = useCommand('chatroom', 'read');
  const leave = useCommand('chatroom', 'leave');
  const [inviting, setInviting] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const title = nameOfRoom(room, me.empId);
  const unread = unreadIn(room, me.empId);
  const last = messages.at(-1)?.n ?? 0;
  const runRead = read.run;
  const writing = (usePresences('chat/rooms').get(room.id) ?? []).filter(
    ({ empId, state }) => state === 'editing' && empId !== me.empId,
  );

  useLayoutEffect(() => {
    end.current?.scrollIntoView({ block: 'end' }); // newer browsers answer with a promise, which is no clean-up
  }, [last]);
  useEffect(() => {
    if ((unread > 0 || !joined) && last > 0 && document.visibilityState === 'visible')
      void runRead(room.id, { n: last });
  }, [unread, last, joined, room.id, runRead]);

  const goAway = async (): Promise<void> => {
    if (!(await prompt({ title: t('leaveAsk', { title }), danger: true }))) return;
    if (await leave.run(room.id)) onBack();
  };

  return (
    <>
      <header className="chat-head">
        <ActionIcon className="chat-back" aria-label={t('back')} onClick={onBack}>
          <IconArrowLeft size={18} className="chat-arrow" />
        </ActionIcon>
        <h2>{title}</h2>
        {room.about !== null && <RecordLink about={room.about} />}
        <PeopleHere
          people={room.people.filter(({ empId }) => empId !== me.empId)}
          named={room.title !== null}
        />
        {room.title !== null && joined && (
          <>
            <ActionIcon aria-label={t('invite')} title={t('invite')} onClick={() => setInviting(true)}>
              <IconUserPlus size={16} />
            </ActionIcon>
            <ActionIcon aria-label={t('leave')} title={t('leave')} onClick={() => void goAway()}>
              <IconDoorExit size={16} />
            </ActionIcon>
          </>
        )}
      </header>
      <div className="chat-said" role="log" aria-label={t('messages', { title })} tabIndex={0}>
        {talk.earlier && (
          <p className="chat-earlier">
            <Button size="compact-xs" variant="subtle" loading={talk.prompting} onClick={talk.loadEarlier}>
              {t('earlier')}
            </Button>
          </p>
        )}
        {messages.length === 0 && !talk.prompting && !talk.failure && (
          <p className="ops-muted">{t('nothing')}</p>
        )}
        {messages.map((one, index) => {
          const before = messages[index - 1];
          const day = businessDay(Date.parse(one.at));
          const newDay = !before || businessDay(Date.parse(before.at)) !== day;
          return (
            <div key={one.id}>
              {newDay && (
                <p className="chat-day">
                  <span>{day === businessDay(serverClock.now()) ? t('today') : showDay(day)}</span>
                </p>
              )}
              <Message
                one={one}
                head={newDay || !continues(before, one)}
                mine={one.empId === me.empId}
                people={talk.people}
              />
            </div>
          );
        })}
        <div ref={end} />
      </div>
      {writing.length > 0 && (
        <p className="chat-writing ops-muted" aria-live="polite">
          {t('writing', { names: writing.map(({ name }) => name).join(', ') })}
        </p>
      )}
      {talk.failure && <InlineError failure={talk.failure} onRetry={talk.again} />}
      {leave.failure && (
        <InlineError failure={leave.failure} onRetry={() => void leave.retry()} onDismiss={leave.dismiss} />
      )}
      <Writer key={room.id} room={room.id} people={talk.people} />
      {inviting && <InviteDialog room={room.id} onClose={() => setInviting(false)} />}
    </>
  );
}
