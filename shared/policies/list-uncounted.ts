import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import { count } from '../streams/stock/count/count.ts';

/** In: goods that nobody counted. Out: their lines, with zero units against the ledger of that moment. */
export const listUncounted = definePolicy({
  name: 'list-uncounted',
  on: [count.events.CountUnscannedListed],
  react: ({ stream, data: { barcodeIds } }) => [
    {
      kind: 'command',
      stream: `count-${streamKey(stream)}`,
      command: 'zeroLines',
      input: { barcodeIds },
    },
  ],
});
