import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import { notifyMention } from '../streams/notices/mention.ts';
import { chatroom } from '../streams/notices/chatroom.ts';

/** In: a message that mentions people. Out: a notice to each of them. */
export const chatMentions = definePolicy({
  name: 'chat-mentions',
  on: [chatroom.events.ChatMessagePosted],
  react: ({ stream, data }) =>
    (data.mentions ?? []).map((to) =>
      notifyMention({
        to,
        room: streamKey(stream),
        title: data.title ?? data.name,
        n: data.n,
        by: data.name,
      }),
    ),
});
