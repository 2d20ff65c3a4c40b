import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import { notice } from '../streams/notices/notice.ts';

/**
 * In: a notice with the push channel. Out: one call to the push services; its content is read when it is
 * sent.
 */
export const pushNotices = definePolicy({
  name: 'push-notices',
  on: [notice.events.NotificationPushed],
  react: ({ stream, data }) =>
    data.push === true
      ? [
          {
            kind: 'outside',
            partner: 'push',
            input: { recipient: streamKey(stream), n: data.n, seq: data.seq },
          },
        ]
      : [],
});
