import { definePolicy, type Reaction } from '../core/policy.ts';
import { streamKey } from '../core/event.ts';
import { po } from '../streams/purchase/po/po.ts';

/**
 * Reports received and cancelled units of a purchase order to the indents it serves; a sent order lapses at
 * its time.
 */
export const serveIndents = definePolicy({
  name: 'serve-indents',
  on: [
    po.events.PoReceiptRecorded,
    po.events.PoShortClosed,
    po.events.PoCancelled,
    po.events.PoSentToSupplier,
  ],
  react: (event): readonly Reaction[] => {
    const poId = streamKey(event.stream);
    const to = (indentId: string, command: string, input: Readonly<Record<string, unknown>>): Reaction => ({
      kind: 'command',
      stream: `indent-${indentId}`,
      command,
      input,
    });
    switch (event.type) {
      case 'PoReceiptRecorded':
        return event.data.indents.map(({ indentId, lineId, qty }) =>
          to(indentId, 'receive', { lineId, qty, from: 'onPo' }),
        );
      case 'PoSentToSupplier':
        return [
          {
            kind: 'command',
            stream: event.stream,
            command: 'lapse',
            input: { revision: event.data.revision },
            at: Date.parse(event.data.lapsesAt),
          },
        ];
      default:
        return event.data.indents.map(({ indentId, lineId, qty }) =>
          to(indentId, 'release', { lineId, qty, poId, why: event.type }),
        );
    }
  },
});
