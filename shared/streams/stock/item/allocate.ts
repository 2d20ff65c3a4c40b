import { addDays } from '../../../core/day.ts';

/** Stock of one barcode that could serve a request. */
export interface Candidate {
  readonly barcodeId: number;
  readonly batch: string;
  readonly expiry: string | null;
  readonly receivedAt: string;
  readonly available: number;
  readonly blocked: boolean;
  readonly packSize: number;
}
export interface Allocation {
  readonly lines: readonly { readonly barcodeId: number; readonly batch: string; readonly qty: number }[];
  readonly shortage: number;
}

export const minLifeAtSale = 30;

/** Whether an opened strip has units left. */
const isOpened = ({ available, packSize }: Candidate): boolean => packSize > 1 && available % packSize !== 0;

/**
 * First expiry first out, then first received; at equal expiry a strip that is open already goes first. Takes
 * what each batch has and splits over batches. `lifeDays` is how long the goods must last.
 */
export function allocate(
  candidates: readonly Candidate[],
  qty: number,
  today: string,
  lifeDays: number = minLifeAtSale,
): Allocation {
  const lastsUntil = addDays(today, Math.max(minLifeAtSale, lifeDays));
  const usable = candidates
    .filter(
      ({ available, blocked, expiry }) =>
        available > 0 && !blocked && (expiry === null || expiry >= lastsUntil),
    )
    .toSorted(
      (a, b) =>
        (a.expiry ?? '9999').localeCompare(b.expiry ?? '9999') ||
        Number(isOpened(b)) - Number(isOpened(a)) ||
        a.receivedAt.localeCompare(b.receivedAt) ||
        a.barcodeId - b.barcodeId,
    );
  let rest = qty;
  const lines = usable.flatMap(({ barcodeId, batch, available }) => {
    const some = Math.min(rest, available);
    rest -= some;
    return some > 0 ? [{ barcodeId, batch, qty: some }] : [];
  });
  return { lines, shortage: rest };
}
