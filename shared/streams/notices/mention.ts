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

/** How the keys of notices about a room's messages begin; the message's number follows. */
const startOf = (room: string): string => `mention:${room}:`;

/** The number of the message that a notice is about, when that is in this room. */
export function messageOf(dedupeKey: string | null, room: string): number | null {
  const start = startOf(room);
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
      dedupeKey: `${startOf(room)}${n}`,
      about: `chatroom-${room}`,
    },
  };
}
