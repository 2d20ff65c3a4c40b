import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import { opening } from '../streams/stock/opening/opening.ts';

/** Approved opening stock becomes barcodes, which post it into the ledger. */
export const openStock = definePolicy({
  name: 'open-stock',
  on: [opening.events.OpeningStockApproved],
  react: ({ stream, data: { number, pooId, lines } }) =>
    lines.map(({ id, labelMrpPaise, qty, costPaise, batch, expiry, ...product }) => ({
      kind: 'command',
      stream: 'barcode-new',
      command: 'generate',
      input: {
        ...product,
        batch,
        expiry,
        mfg: null,
        mrpPaise: labelMrpPaise,
        costPaise,
        costUnits: product.packSize,
        gstBp: 0,
        supplierId: null,
        supplier: '',
        origin: { type: 'opening', id: streamKey(stream), number, line: id },
        invoiceNo: null,
        invoiceDate: null,
        receivedQty: qty,
        pooId,
        accepted: qty,
        rejected: 0,
      },
    })),
});
