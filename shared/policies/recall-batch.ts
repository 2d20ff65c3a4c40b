import { streamKey } from '../core/event.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { barcode } from '../streams/stock/barcode/barcode.ts';
import { barcodeStream } from '../streams/stock/barcode/state.ts';

const minuteMs = 60_000;

/**
 * A batch is blocked as a whole, whichever of its receipts was named. For a recalled one each place gets a
 * memo to its supplier, once reservations are released and the goods are on hold.
 */
export const recallBatch = definePolicy({
  name: 'recall-batch',
  on: [barcode.events.BatchBlocked],
  react: ({ stream, at, data }): readonly Reaction[] => {
    const { reason, note, places, siblings = [], supplierId = null } = data;
    const barcodeId = Number(streamKey(stream));
    return [
      ...siblings.map((id): Reaction => ({
        kind: 'command',
        stream: barcodeStream(id),
        command: 'block',
        input: { reason, note },
      })),
      ...(reason === 'RECALL' && supplierId !== null ? places : []).map((pooId): Reaction => ({
        kind: 'command',
        stream: 'rtv-new',
        command: 'draftRecall',
        input: { pooId, barcodeId, supplierId, note },
        at: Date.parse(at) + minuteMs,
      })),
    ];
  },
});
