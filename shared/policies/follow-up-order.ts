import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import { call } from '../streams/calls/call/call.ts';

/** In: a call ended with an order. Out: the order is followed until it is placed. */
export const followUpOrder = definePolicy({
  name: 'follow-up-order',
  on: [call.events.CallDispositioned, call.events.CallDispositionCorrected],
  react: ({ stream, data }) =>
    data.code === 'ORDER_TAKEN'
      ? [
          {
            kind: 'command',
            stream: `followup-${streamKey(stream)}`,
            command: 'open',
            input: { callId: Number(streamKey(stream)) },
          },
        ]
      : [],
});
