import { isRefusal, refuse } from '../../../core/refusal.ts';
import type { Decision } from '../../../core/stream.ts';
import { allot, type NumberingState } from '../../core/numbering.ts';
import type { Deciding } from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import { namedStock, stockFacts } from '../../stock/item/line-facts.ts';
import { valueOf } from '../../stock/item/moves.ts';
import { supplierFacts } from '../supplier-facts.ts';
import { noRtv, type RtvHeader, type RtvLine, type RtvState } from './state.ts';

/** A draft memo of all held units of a recalled barcode at a place; none where there are none. */
export function recallMemo(
  state: RtvState,
  { pooId, barcodeId, note }: { readonly pooId: number; readonly barcodeId: number; readonly note: string },
  ctx: Deciding,
): Decision {
  if (state.exists) return refuse('alreadyExists', 409);
  const named = namedStock(ctx.read, barcodeId);
  const supplier: MasterState = ctx.read['supplier'];
  if (isRefusal(named) || !supplier.exists) return refuse('noLongerNeeded', 409);
  const { item, barcode } = named;
  const qty = item.buckets.hold;
  if (qty === 0 || barcode.blocked?.reason !== 'RECALL') return refuse('noLongerNeeded', 409);
  const place: MasterState = ctx.read['place'];
  const at = {
    pooId,
    place: {
      code: String(place.fields['vCode'] ?? ''),
      stateCode: String(place.fields['vStateCode'] ?? ''),
    },
  };
  const header: RtvHeader = { ...noRtv('').header, ...supplierFacts(supplier), note };
  const line: RtvLine = {
    ...stockFacts(barcode),
    id: `r${barcodeId}`,
    bucket: 'hold',
    qty,
    reason: 'RECALL',
    stagedQty: 0,
    hsn: barcode.hsn,
    invoiceNo: barcode.invoiceNo ?? '',
    invoiceDate: barcode.invoiceDate,
    gstBp: barcode.gstBp,
    valuePaise: valueOf(item, qty),
    acceptedQty: null,
    outside: false,
  };
  const series: NumberingState = ctx.read['series'];
  const { number, event } = allot(series, { pooId, code: at.place.code }, 'R', ctx.today, ctx.id);
  return [{ type: 'RtvMemoDrafted', data: { number, ...at, header, lines: [line] } }, event];
}
