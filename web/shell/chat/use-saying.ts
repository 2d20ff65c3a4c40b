import { useRef } from 'react';
import type { Failure } from '#web/live/failure.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useDraft } from '#web/parts/use-draft.ts';

export interface Saying {
  readonly text: string;
  readonly pending: boolean;
  readonly failure: Failure | null;
  setText(next: string): void;
  send(): Promise<void>;
  /** Sends the message that failed again, whatever is typed by now. */
  retry(): Promise<void>;
  dismiss(): void;
}

/** What is being written to a room: kept until it is in the room. */
export function useSaying(room: string): Saying {
  const draft = useDraft('chat', room, { text: '' });
  const { text } = draft.values;
  const say = useCommand('chatroom', 'say');
  const typed = useRef(text);
  typed.current = text;
  const sent = useRef('');
  /** Empties the field unless something else was typed meanwhile; the draft goes too when the room was closed. */
  const arrived = (): void => {
    if (typed.current.trim() === sent.current) draft.forget();
  };
  const send = async (): Promise<void> => {
    const body = text.trim();
    if (body === '' || say.pending) return;
    sent.current = body;
    if (await say.run(room, { text: body })) arrived();
  };
  const retry = async (): Promise<void> => {
    if (await say.retry()) arrived();
  };
  return {
    text,
    pending: say.pending,
    failure: say.failure,
    setText: (next) => draft.put({ text: next }),
    send,
    retry,
    dismiss: say.dismiss,
  };
}
