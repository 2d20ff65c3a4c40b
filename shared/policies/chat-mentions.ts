import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import { notifyMention } from '../streams/notices/mention.ts';
import { chatroom } from '../streams/notices/chatroom.ts';

/**
 * In: a message that mentions people, when it is sent or edited, and how far somebody has read a room. Out: a notice to each of them, which is
 * read once its message is.
 */
export const chatMentions = definePolicy({
  name: 'chat-mentions',
  on: [chatroom.events.ChatMessagePosted, chatroom.events.ChatMessageEdited, chatroom.events.ChatRead],
  react: ({ stream, type, data }) => {
    const room = streamKey(stream);
    if (type === 'ChatRead')
      return [
        {
          kind: 'command' as const,
          stream: `notice-${data.empId}`,
          command: 'readMentions',
          input: { room, upTo: data.n },
        },
      ];
    const { n, name: by = '', title = by } = data;
    return (data.mentions ?? []).map((to) => notifyMention({ to, room, title, n, by }));
  },
});
