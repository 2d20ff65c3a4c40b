import { Button, Textarea } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { chatLimits } from '#shared/streams/notices/chat-limits.ts';
import { usePresence } from '#web/live/use-feed.ts';
import { IconSend } from '#web/parts/icons.ts';
import { InlineError } from '#web/parts/states.tsx';
import { useMe } from '../me.ts';
import { mentionable, mentionAt, withMention } from './mention-text.ts';
import type { Named } from './mention-text.ts';
import { useChatTranslations } from './translations.ts';
import { useSaying } from './use-saying.ts';

/**
 * The message field: Enter sends, Shift+Enter starts a new line, `@` suggests names. Unsent text is kept as a
 * draft.
 */
export function Writer({ room, people }: { room: string; people: readonly Named[] }): ReactNode {
  const t = useChatTranslations();
  const me = useMe();
  const saying = useSaying(room);
  const { text, setText } = saying;
  const [caret, setCaret] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  usePresence('chat/rooms', room, text.trim() === '' ? 'viewing' : 'editing');

  const prompted = caret === null ? null : mentionAt(text, caret);
  const offered = prompted
    ? mentionable(
        people.filter(({ empId }) => empId !== me.empId),
        prompted.message,
      )
    : [];
  const chosen = Math.min(at, offered.length - 1);
  const take = (name: string): void => {
    if (!prompted || caret === null) return;
    const next = withMention(text, caret, prompted.from, name);
    // Moves the caret behind the name before the next key press, which would otherwise be inserted before it.
    flushSync(() => {
      setText(next.text);
      setCaret(null);
    });
    field.current?.setSelectionRange(next.caret, next.caret);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (offered.length > 0 && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].includes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'ArrowDown') setAt((chosen + 1) % offered.length);
      else if (event.key === 'ArrowUp') setAt((chosen + offered.length - 1) % offered.length);
      else if (event.key === 'Escape') setCaret(null);
      else take(offered[chosen]!.name);
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void saying.send();
  };
  const left = chatLimits.text - text.length;
  return (
    <>
      {saying.failure && (
        <InlineError
          failure={saying.failure}
          onRetry={() => void saying.retry()}
          onDismiss={saying.dismiss}
        />
      )}
      <form
        className="chat-write"
        onSubmit={(event) => {
          event.preventDefault();
          void saying.send();
        }}
      >
        {offered.length > 0 && (
          <ul className="chat-offer" role="listbox" id={list} aria-label={t('names')}>
            {offered.map((one, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys stay in the field: arrows and Enter choose
              <li
                key={one.empId}
                id={`${list}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(one.name)}
              >
                {one.name}
              </li>
            ))}
          </ul>
        )}
        <Textarea
          ref={field}
          aria-label={t('write')}
          placeholder={t('writeHint')}
          value={text}
          maxLength={chatLimits.text}
          autosize
          minRows={1}
          maxRows={6}
          autoFocus
          aria-autocomplete="list"
          aria-controls={offered.length > 0 ? list : undefined}
          aria-activedescendant={offered.length > 0 ? `${list}-${chosen}` : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setCaret(event.currentTarget.selectionStart);
            setAt(0);
          }}
          onSelect={(event) => caret !== null && setCaret(event.currentTarget.selectionStart)}
          onBlur={() => setCaret(null)}
          onKeyDown={key}
        />
        <Button
          type="submit"
          loading={saying.pending}
          disabled={text.trim() === ''}
          leftSection={<IconSend size={14} />}
        >
          {t('send')}
        </Button>
      </form>
      {left < 200 && <p className="chat-left ops-muted ops-figures">{t('left', { count: left })}</p>}
    </>
  );
}
