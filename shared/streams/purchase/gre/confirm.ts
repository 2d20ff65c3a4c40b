import {
  greInterState,
  greLineTax,
  invoicedQty,
  shortQty,
  type Confirmed,
  type ConfirmedLine,
  type GreLine,
  type GreState,
} from './state.ts';

/**
 * The data of a line that its barcode stores: supplier, invoice and cost of every unit. A unit costs the
 * line's taxable value by all units, free ones too.
 */
function factsOf(line: GreLine, state: GreState): ConfirmedLine['facts'] {
  const { header } = state;
  return {
    productId: line.productId,
    code: line.code,
    product: line.product,
    packSize: line.packSize,
    storage: line.storage,
    gstClass: line.gstClass,
    hsn: line.hsn,
    batch: line.batch,
    mfg: line.mfg,
    expiry: line.expiry,
    mrpPaise: line.labelMrpPaise,
    costPaise: greLineTax(line, greInterState(state)).taxable,
    costUnits: Math.max(1, invoicedQty(line)),
    gstBp: line.gstBp,
    supplierId: header.supplierId,
    supplier: header.supplier,
    origin: { type: 'gre', id: state.id, number: state.number, line: line.id },
    invoiceNo: header.invoiceNo,
    invoiceDate: header.invoiceDate,
    receivedQty: (line.acceptedQty ?? 0) + (line.rejectedQty ?? 0),
  };
}

/** Accepted packs as the order counts them: paid ones first, the rest are free. */
function receiptOf(line: GreLine): {
  readonly lineId: string;
  readonly packs: number;
  readonly free: number;
} {
  const accepted = Math.floor((line.acceptedQty ?? 0) / line.packSize);
  const packs = Math.min(line.paidPacks, accepted);
  return { lineId: line.poLineId ?? '', packs, free: accepted - packs };
}

/** All consequences of the confirmation, so that its subscribers need nothing else. */
export function confirmation(state: GreState): Confirmed {
  const lines = state.lines.map((line): ConfirmedLine => {
    const [accepted, rejected] = [line.acceptedQty ?? 0, line.rejectedQty ?? 0];
    return {
      lineId: line.id,
      accepted,
      rejected,
      short: shortQty(line),
      facts: factsOf(line, state),
    };
  });
  const ordered = state.lines.filter((line) => line.poId !== null && line.poLineId !== null);
  const receipts = [...Map.groupBy(ordered, ({ poId }) => poId ?? '')].map(([poId, of]) => {
    const byLine = new Map<string, { lineId: string; packs: number; free: number }>();
    for (const one of of.map(receiptOf)) {
      const before = byLine.get(one.lineId);
      byLine.set(
        one.lineId,
        before ? { ...one, packs: before.packs + one.packs, free: before.free + one.free } : { ...one },
      );
    }
    return { poId, lines: [...byLine.values()] };
  });
  return { number: state.number, pooId: state.pooId, gatePassId: state.header.gatePassId, lines, receipts };
}
