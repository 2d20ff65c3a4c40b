import { Button, Menu, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ChatLine, CommandAnswer } from '#shared/wire.ts';
import { chatLimits } from '#shared/streams/notices/chat-limits.ts';
import { useCommand } from '#web/live/use-command.ts';
import type { CommandCall } from '#web/live/use-command.ts';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { formatTime } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useMe } from '../me.ts';
import { parts } from './mention-text.ts';
import type { Named } from './mention-text.ts';
import { useChatTranslations } from './translations.ts';

/**
 * One message, with the author's name above the first of a run; the author may edit it for a while and delete
 * it.
 */
export function Message({
  one,
  head,
  mine,
  people,
}: {
  one: ChatLine;
  head: boolean;
  mine: boolean;
  people: readonly Named[];
}): ReactNode {
  const me = useMe();
  const t = useChatTranslations();
  const [changing, setChanging] = useState(false);
  const edit = useCommand('chatroom', 'edit');
  const remove = useCommand('chatroom', 'remove');
  const mayEdit = serverClock.now() - Date.parse(one.at) < chatLimits.editMs;
  const failure = edit.failure ?? remove.failure;
  return (
    <div className="chat-message" data-mine={mine || undefined} data-head={head || undefined}>
      {head && (
        <p className="chat-by">
          <strong>{mine ? t('you') : one.name}</strong>{' '}
          <time className="ops-figures" dateTime={one.at}>
            {formatTime(one.at)}
          </time>
        </p>
      )}
      {failure && (
        <InlineError
          failure={failure}
          onDismiss={() => {
            edit.dismiss();
            remove.dismiss();
          }}
        />
      )}
      {changing ? (
        <Change one={one} edit={edit} onClose={() => setChanging(false)} />
      ) : (
        <div className="chat-line">
          <p className="chat-text" data-gone={one.text === null || undefined}>
            {one.text === null
              ? t('removed')
              : parts(one.text, people).map((part, index) =>
                  part.empId === null ? (
                    part.text
                  ) : (
                    <mark key={index} className="chat-mention" data-me={part.empId === me.empId || undefined}>
                      {part.text}
                    </mark>
                  ),
                )}
            {one.text !== null && one.editedAt && <small> · {t('edited')}</small>}
          </p>
          {mine && one.text !== null && (
            <Menu position="bottom-end">
              <Menu.Target>
                <button type="button" className="chat-more" aria-label={`${t('edit')}, ${t('remove')}`}>
                  …
                </button>
              </Menu.Target>
              <Menu.Dropdown>
                {mayEdit && <Menu.Item onClick={() => setChanging(true)}>{t('edit')}</Menu.Item>}
                <Menu.Item color="danger" onClick={() => void remove.run(one.room, { n: one.n })}>
                  {t('remove')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      )}
    </div>
  );
}

function Change({
  one,
  edit,
  onClose,
}: {
  one: ChatLine;
  edit: CommandCall<CommandAnswer>;
  onClose: () => void;
}): ReactNode {
  const t = useChatTranslations();
  const draft = useDraft('chat.edit', one.id, { text: one.text ?? '' });
  const { text } = draft.values;
  const save = async (): Promise<void> => {
    if (!(await edit.run(one.room, { n: one.n, text: text.trim() }))) return;
    draft.done();
    onClose();
  };
  return (
    <div className="chat-change">
      <DraftNote draft={draft} />
      <Textarea
        aria-label={t('edit')}
        value={text}
        maxLength={chatLimits.text}
        autosize
        minRows={1}
        autoFocus
        onChange={(event) => draft.put({ text: event.currentTarget.value })}
      />
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          draft.done();
          onClose();
        }}
      >
        {t('cancel')}
      </Button>
      <Button
        size="compact-sm"
        loading={edit.pending}
        disabled={text.trim() === ''}
        onClick={() => void save()}
      >
        {t('save')}
      </Button>
    </div>
  );
}
