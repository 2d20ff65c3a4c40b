import type { Ask } from '../../core/policy.ts';

/** Somebody was named in a conversation. `room` is the room's key, `title` what it is called (a direct talk: the writer), `by` who wrote. */
export interface Mention {
  readonly to: number;
  readonly room: string;
  readonly title: string;
  readonly n: number;
  readonly by: string;
}

/** What a policy asks so that the one who was named hears of it: one notice, never the words of the message. */
export function notifyMention({ to, room, title, n, by }: Mention): Ask {
  return {
    kind: 'command',
    stream: `notice-${to}`,
    command: 'push',
    input: {
      message: 'chatMention',
      values: { name: by.slice(0, 100), room: title.slice(0, 100) },
      icon: 'message',
      route: `/chat?room=${encodeURIComponent(room)}`,
      color: 'blue',
      dedupeKey: `mention:${room}:${n}`,
      about: `chatroom-${room}`,
    },
  };
}
