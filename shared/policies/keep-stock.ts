import { addDays, instantOf } from '../core/day.ts';
import { streamKey } from '../core/event.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { barcode } from '../streams/stock/barcode/barcode.ts';
import { stock } from '../streams/stock/item/stock.ts';
import { stockStream } from '../streams/stock/item/state.ts';

/** The instant at which stock of a batch expires: five past midnight after the last day on its label. */
const expiresAt = (expiry: string): number => instantOf(addDays(expiry, 1), '00:05');

/**
 * Made barcodes are received into the ledger; goods expire by the business's clock; a blocked batch goes on
 * hold at every place.
 */
export const keepStock = definePolicy({
  name: 'keep-stock',
  on: [
    barcode.events.BarcodesGenerated,
    barcode.events.BarcodeAttributesChanged,
    barcode.events.BatchBlocked,
    stock.events.StockBegun,
    stock.events.StockReservationReleased,
    stock.events.StockUnpicked,
    stock.events.StockUnstagedFromRtv,
    stock.events.StockReleasedFromHold,
    stock.events.StockAdjustedUp,
  ],
  react: (event): readonly Reaction[] => {
    const key = streamKey(event.stream);
    const to = (
      stream: string,
      command: string,
      input: Readonly<Record<string, unknown>>,
      at?: number,
    ): Reaction => ({
      kind: 'command',
      stream,
      command,
      input,
      ...(at === undefined ? {} : { at }),
    });
    switch (event.type) {
      case 'BarcodesGenerated': {
        const { pooId, accepted, rejected, origin, expiry } = event.data;
        const ref = { type: origin.type, id: origin.id, line: origin.line, number: origin.number };
        const stream = stockStream(pooId, Number(key));
        if (origin.type === 'gre') return [to(stream, 'receive', { accepted, rejected, ref })];
        return [
          to(stream, 'postOpening', {
            qty: accepted,
            expired: expiry !== null && Date.parse(event.at) >= expiresAt(expiry),
            ref,
          }),
        ];
      }
      case 'StockBegun': {
        const { pooId, barcodeId, expiry } = event.data;
        return [
          to(`barcode-${barcodeId}`, 'place', { pooId }),
          ...(expiry === null ? [] : [to(event.stream, 'expire', {}, expiresAt(expiry))]),
        ];
      }
      case 'BarcodeAttributesChanged':
        // Each place checks for itself whether the day is over.
        return event.data.places.flatMap((pooId) =>
          event.data.expiry === null
            ? []
            : [to(stockStream(pooId, Number(key)), 'expire', {}, expiresAt(event.data.expiry))],
        );
      case 'StockReservationReleased':
      case 'StockUnpicked':
      case 'StockUnstagedFromRtv':
      case 'StockReleasedFromHold':
      case 'StockAdjustedUp':
        // The day of their expiry may have passed while a document held them.
        return event.data.to === 'available' ? [to(event.stream, 'expire', {})] : [];
      default:
        return event.data.places.map((pooId) =>
          to(stockStream(pooId, Number(key)), 'quarantine', { blocked: event.data.reason }),
        );
    }
  },
});
