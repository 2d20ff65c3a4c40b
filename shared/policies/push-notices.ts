import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';

/** In: a notice that its reader wants on their devices. Out: one call to their push services; what is in it is read when it is sent. */
export const pushNotices = definePolicy({
  name: 'push-notices',
  on: ['NotificationPushed'],
  ask: ({ stream, data }) =>
    data.push === true ? [{ kind: 'outside', partner: 'push', input: { recipient: streamKey(stream), n: data.n, seq: data.seq } }] : [],
});
