import { streamKey } from '../core/event.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { gre } from '../streams/purchase/gre/gre.ts';
import { stock } from '../streams/stock/item/stock.ts';

/**
 * A confirmed receipt becomes barcodes, which become stock, and is reported to its orders and its gate pass;
 * put-away is reported to the receipt, which closes when nothing is left.
 */
export const receiveGoods = definePolicy({
  name: 'receive-goods',
  on: [
    gre.events.GreConfirmed,
    gre.events.GreRejected,
    gre.events.GreCancelled,
    gre.events.GreExceptionRejected,
    stock.events.StockPutAway,
  ],
  react: (event): readonly Reaction[] => {
    const id = streamKey(event.stream);
    const to = (stream: string, command: string, input: Readonly<Record<string, unknown>>): Reaction => ({
      kind: 'command',
      stream,
      command,
      input,
    });
    switch (event.type) {
      case 'GreConfirmed': {
        const { pooId, gatePassId, lines, receipts } = event.data;
        return [
          ...lines
            .filter(({ accepted, rejected }) => accepted + rejected > 0)
            .map(({ facts, accepted, rejected }) =>
              to('barcode-new', 'generate', { ...facts, pooId, accepted, rejected }),
            ),
          ...receipts.map((receipt) =>
            to(`po-${receipt.poId}`, 'recordReceipt', { greId: id, lines: receipt.lines }),
          ),
          ...(gatePassId === null
            ? []
            : [to(`gatepass-${gatePassId}`, 'greEnded', { greId: id, taken: true })]),
        ];
      }
      case 'GreRejected':
      case 'GreCancelled':
      case 'GreExceptionRejected':
        return event.data.gatePassId === null
          ? []
          : [to(`gatepass-${event.data.gatePassId}`, 'greEnded', { greId: id, taken: false })];
      case 'StockPutAway': {
        const { ref, qty } = event.data;
        return ref.type === 'gre' && ref.line !== null
          ? [to(`gre-${ref.id}`, 'place', { lineId: ref.line, qty })]
          : [];
      }
    }
  },
});
