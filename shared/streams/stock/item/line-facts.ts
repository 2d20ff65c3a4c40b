import { refuse, type Refusal } from '../../../core/refusal.ts';
import { barcodeStream, type BarcodeState } from '../barcode/state.ts';
import { stockStream, type StockState } from './state.ts';

/** The fields of the moved goods that a document's line copies. */
export interface StockLineFacts {
  readonly barcodeId: number;
  readonly label: string;
  readonly productId: number;
  readonly product: string;
  readonly packSize: number;
  readonly batch: string;
  readonly expiry: string | null;
}

/** Streams of the goods that lines name at a place: `s<barcode>` and `b<barcode>`. */
export function stockReads(
  pooId: number,
  lines: readonly { readonly barcodeId?: unknown }[],
): Readonly<Record<string, string>> {
  const ids = [...new Set(lines.map(({ barcodeId }) => barcodeId).filter((id) => typeof id === 'number'))];
  return Object.fromEntries(
    ids.flatMap((id) => [
      [`s${id}`, stockStream(pooId, id)] as const,
      [`b${id}`, barcodeStream(id)] as const,
    ]),
  );
}

export interface NamedStock {
  readonly item: StockState;
  readonly barcode: BarcodeState;
}

/** The goods that a line names; refused where the place never had them. */
export function namedStock(
  read: Readonly<Record<string, unknown>>,
  barcodeId: unknown,
): NamedStock | Refusal {
  const item = read[`s${String(barcodeId)}`] as StockState | undefined;
  const barcode = read[`b${String(barcodeId)}`] as BarcodeState | undefined;
  return item?.exists && barcode?.exists
    ? { item, barcode }
    : refuse('notInList', 422, { label: 'barcodeId' }, 'barcodeId');
}

export function stockFacts({
  id,
  label,
  productId,
  product,
  packSize,
  batch,
  expiry,
}: BarcodeState): StockLineFacts {
  return { barcodeId: Number(id), label, productId, product, packSize, batch, expiry };
}
