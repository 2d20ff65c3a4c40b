import type { Reaction } from '../../core/policy.ts';
import { cutText } from '../../core/cut.ts';

/**
 * Somebody was mentioned in a chat. `room` is the room's key, `title` its name (in a direct room: the
 * writer), `by` the writer.
 */
export interface Mention {
  readonly to: number;
  readonly room: string;
  readonly title: string;
  readonly n: number;
  readonly by: string;
}

/** The key of the notice about one message; `messageOf` reads it back. */
const keyOf = (room: string, n: number): string => `mention:${room}:${n}`;

/** The number of the message that a notice is about, when that is in this room. */
export function messageOf(dedupeKey: string | null, room: string): number | null {
  const start = keyOf(room, 0).slice(0, -1);
  return dedupeKey?.startsWith(start) ? Number(dedupeKey.slice(start.length)) : null;
}

/** Notifies the mentioned person, without the text of the message. */
export function notifyMention({ to, room, title, n, by }: Mention): Reaction {
  return {
    kind: 'command',
    stream: `notice-${to}`,
    command: 'push',
    input: {
      message: 'chatMention',
      values: { name: cutText(by, 100), room: cutText(title, 100) },
      icon: 'message',
      route: `/chat?room=${encodeURIComponent(room)}`,
      color: 'blue',
      dedupeKey: keyOf(room, n),
      about: `chatroom-${room}`,
    },
  };
}
