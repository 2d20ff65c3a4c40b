/** The code on the label of one parcel of a challan: `BLR01/D26/000020-2`. */
export const parcelCode = (challan: string, parcel: number): string => `${challan}-${parcel}`;

/** The challan that a code names, and the parcel when it is the label of one. */
export function readParcelCode(code: string): { readonly challan: string; readonly parcel: number | null } {
  const text = code.trim().toUpperCase();
  const [, challan, parcel] = /^(.*\/\d+)-(\d{1,2})$/.exec(text) ?? [];
  return challan === undefined ? { challan: text, parcel: null } : { challan, parcel: Number(parcel) };
}

interface Counted {
  readonly number: string;
  /** How many parcels leave on the challan. */
  readonly parcels: number;
}

/** The labels of these parcels that are not among the scanned codes. A challan with one parcel is also named by its own number. */
export function unscanned({ number, parcels }: Counted, codes: readonly string[]): readonly string[] {
  const read = codes.map(readParcelCode).filter(({ challan }) => challan === number.toUpperCase());
  const labels = Array.from({ length: Math.max(1, parcels) }, (_, i) => i + 1);
  return labels
    .filter((n) => !read.some(({ parcel }) => parcel === n || (parcel === null && labels.length === 1)))
    .map((n) => parcelCode(number, n));
}

/** The first scanned code that is no label of these parcels. */
export function foreignLabel({ number, parcels }: Counted, codes: readonly string[]): string | undefined {
  return codes.find((code) => {
    const { challan, parcel } = readParcelCode(code);
    return (
      challan !== number.toUpperCase() || (parcel !== null && (parcel < 1 || parcel > Math.max(1, parcels)))
    );
  });
}

export type ParcelScan<D extends Counted> =
  /** No challan of the list has it, or not so many parcels. */
  | { readonly is: 'foreign' }
  /** The code of the whole challan, where each of several parcels has a label. */
  | { readonly is: 'each'; readonly delivery: D }
  | { readonly is: 'twice'; readonly delivery: D; readonly parcel: number }
  | { readonly is: 'part'; readonly delivery: D; readonly parcel: number; readonly left: number }
  | { readonly is: 'whole'; readonly delivery: D };

/** What a scanned code says of these deliveries, when those codes were scanned before. */
export function scanParcel<D extends Counted>(
  deliveries: readonly D[],
  before: ReadonlySet<string>,
  code: string,
): ParcelScan<D> {
  const { challan, parcel } = readParcelCode(code);
  const delivery = deliveries.find(({ number }) => number.toUpperCase() === challan);
  const several = (delivery?.parcels ?? 1) > 1;
  if (!delivery || (parcel !== null && (parcel < 1 || parcel > Math.max(1, delivery.parcels))))
    return { is: 'foreign' };
  if (!several) return { is: 'whole', delivery };
  if (parcel === null) return { is: 'each', delivery };
  const own = parcelCode(delivery.number, parcel);
  if (before.has(own)) return { is: 'twice', delivery, parcel };
  const left = Array.from({ length: delivery.parcels }, (_, i) => parcelCode(delivery.number, i + 1)).filter(
    (one) => one !== own && !before.has(one),
  ).length;
  return left === 0 ? { is: 'whole', delivery } : { is: 'part', delivery, parcel, left };
}
