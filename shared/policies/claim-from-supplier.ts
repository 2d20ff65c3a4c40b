import { streamKey } from '../core/event.ts';
import { scale } from '../core/money.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { debitnote } from '../streams/purchase/debitnote/debitnote.ts';
import { gre } from '../streams/purchase/gre/gre.ts';
import type { ConfirmedLine } from '../streams/purchase/gre/state.ts';
import type { BarcodeFacts } from '../streams/stock/barcode/state.ts';

const factsOf = ({ facts }: ConfirmedLine): BarcodeFacts => facts as unknown as BarcodeFacts;

/** Drafts a claim for units that were invoiced but not received; a settled claim settles its memo. */
export const claimFromSupplier = definePolicy({
  name: 'claim-from-supplier',
  on: [gre.events.GreConfirmed, debitnote.events.DebitNoteSettled],
  react: (event): readonly Reaction[] => {
    if (event.type === 'DebitNoteSettled') {
      const { source, sourceId } = event.data;
      return source === 'RTV' && sourceId !== null
        ? [{ kind: 'command', stream: `rtv-${sourceId}`, command: 'settle', input: {} }]
        : [];
    }
    const { number, pooId, lines } = event.data;
    const short = lines.filter((line) => line.short > 0 && factsOf(line).supplierId !== null);
    const [first] = short;
    if (!first) return [];
    const claimed = short.map((line) => {
      const { product, batch, hsn, invoiceNo, invoiceDate, costPaise, costUnits, gstBp } = factsOf(line);
      return {
        ...{
          id: line.lineId,
          barcodeId: 0,
          product,
          batch,
          hsn,
          invoiceNo: invoiceNo ?? '',
          invoiceDate,
          gstBp,
        },
        qty: line.short,
        valuePaise: scale([costPaise, line.short], costUnits),
      };
    });
    const header = {
      supplierId: factsOf(first).supplierId,
      source: 'GRE_SHORTAGE',
      sourceId: streamKey(event.stream),
      sourceNumber: number,
    };
    return [
      {
        kind: 'command',
        stream: 'debitnote-new',
        command: 'claim',
        input: { pooId, header, lines: claimed },
      },
    ];
  },
});
