import type { Event, RecordedEventOf } from '../../../core/event.ts';

/** Where units of one barcode at one place are. Every bucket is 0 or more; on hand is their sum. */
export const buckets = [
  'inwardHold',
  'available',
  'reserved',
  'picked',
  'hold',
  'damaged',
  'expired',
  'qcRejected',
  'rtvStaged',
] as const;
export type Bucket = (typeof buckets)[number];

/** The document that moved the stock. */
export interface StockRef {
  readonly type: string;
  readonly id: string;
  readonly line: string | null;
  readonly number: string | null;
}

/** Fields for lists of goods, so that they need no lookup of the barcode. */
export type Goods = Pick<
  StockFacts,
  'barcodeId' | 'label' | 'product' | 'packSize' | 'storage' | 'batch' | 'expiry'
>;

/**
 * Units from one bucket to another; null is outside. Every movement has the cost of a unit and the document
 * that moved it.
 */
export interface StockMove {
  readonly qty: number;
  readonly from: Bucket | null;
  readonly to: Bucket | null;
  /** Storage tray that gives or takes the units. */
  readonly trayId: number | null;
  readonly toTrayId?: number | null;
  readonly ref: StockRef;
  /** Value of the units in paise, by the cost of this barcode. */
  readonly value: number;
  readonly note?: string | null;
  /** For incoming goods. */
  readonly goods?: Goods;
}

/** The buckets each movement takes from and fills; an empty list is outside. */
export const movements = {
  StockReceived: { from: [], to: ['inwardHold', 'qcRejected'] },
  StockOpeningPosted: { from: [], to: ['available', 'expired'] },
  StockPutAway: { from: ['inwardHold'], to: ['available'] },
  StockRelocated: { from: ['available'], to: ['available'] },
  StockReserved: { from: ['available'], to: ['reserved'] },
  StockReservationReleased: { from: ['reserved'], to: ['available', 'hold'] },
  StockPicked: { from: ['reserved'], to: ['picked'] },
  StockUnpicked: { from: ['picked'], to: ['available', 'hold'] },
  StockDispatched: { from: ['picked'], to: [] },
  StockTransferredOut: { from: ['picked'], to: [] },
  StockTransferredIn: { from: [], to: ['inwardHold'] },
  StockReturnedToHold: { from: [], to: ['hold'] },
  StockHeld: { from: ['available', 'inwardHold'], to: ['hold'] },
  StockReleasedFromHold: { from: ['hold'], to: ['available'] },
  StockMarkedDamaged: { from: ['available', 'hold', 'inwardHold'], to: ['damaged'] },
  StockMarkedExpired: { from: ['available', 'inwardHold', 'hold'], to: ['expired'] },
  StockStagedForRtv: { from: ['available', 'hold', 'damaged', 'expired', 'qcRejected'], to: ['rtvStaged'] },
  StockUnstagedFromRtv: {
    from: ['rtvStaged'],
    to: ['available', 'hold', 'damaged', 'expired', 'qcRejected'],
  },
  StockHandedToVendor: { from: ['rtvStaged'], to: [] },
  StockAdjustedUp: { from: [], to: ['available'] },
  StockAdjustedDown: { from: ['available', 'damaged'], to: [] },
  StockWrittenOff: { from: ['damaged', 'expired'], to: [] },
} as const satisfies Readonly<
  Record<string, { readonly from: readonly Bucket[]; readonly to: readonly Bucket[] }>
>;
export type Movement = keyof typeof movements;

/** The known data of goods that first arrive at the place. */
export interface StockFacts {
  readonly barcodeId: number;
  readonly label: string;
  readonly productId: number;
  readonly product: string;
  readonly packSize: number;
  readonly storage: string;
  readonly batch: string;
  readonly expiry: string | null;
  readonly mrpPaise: number;
  readonly supplierId: number | null;
  /** A unit's cost is `costPaise / costUnits`, kept as a fraction. */
  readonly costPaise: number;
  readonly costUnits: number;
}
export type StockEvent =
  | Event<'StockBegun', StockFacts & { readonly pooId: number }>
  | { readonly [M in Movement]: Event<M, StockMove> }[Movement];

/** Units that a document holds. */
export interface Holding {
  readonly reserved: number;
  readonly picked: number;
}
export interface StockState {
  readonly id: string;
  readonly exists: boolean;
  readonly version: number;
  readonly pooId: number;
  readonly facts: StockFacts | null;
  readonly firstAt: string | null;
  readonly buckets: Readonly<Record<Bucket, number>>;
  /** Units on shelves (available and reserved) by tray; 0 is no tray. */
  readonly trays: Readonly<Record<string, number>>;
  readonly holders: Readonly<Record<string, Holding>>;
}

export const stockKey = (pooId: number, barcodeId: number): string => `${pooId}-${barcodeId}`;
export const stockStream = (pooId: number, barcodeId: number): string =>
  `stock-${stockKey(pooId, barcodeId)}`;
export const holderKey = ({ type, id, line }: StockRef): string => `${type}:${id}:${line ?? ''}`;

const none: Readonly<Record<Bucket, number>> = {
  inwardHold: 0,
  available: 0,
  reserved: 0,
  picked: 0,
  hold: 0,
  damaged: 0,
  expired: 0,
  qcRejected: 0,
  rtvStaged: 0,
};

export function noStock(id: string): StockState {
  return {
    id,
    exists: false,
    version: 0,
    pooId: Number(id.split('-')[0]),
    facts: null,
    firstAt: null,
    buckets: none,
    trays: {},
    holders: {},
  };
}

export const onHand = ({ buckets: all }: Pick<StockState, 'buckets'>): number =>
  buckets.reduce((sum, name) => sum + all[name], 0);
const onShelf = (bucket: Bucket | null): boolean => bucket === 'available' || bucket === 'reserved';

/** Trays after units left the shelf: the named tray first, then the others in their sequence. */
function taken(
  trays: Readonly<Record<string, number>>,
  qty: number,
  trayId: number | null,
): Readonly<Record<string, number>> {
  const left: Record<string, number> = { ...trays };
  let rest = qty;
  for (const key of [
    ...(trayId === null ? [] : [String(trayId)]),
    ...Object.keys(trays).filter((one) => one !== String(trayId)),
  ]) {
    const some = Math.min(rest, left[key] ?? 0);
    if (some === 0) continue;
    rest -= some;
    left[key] = (left[key] ?? 0) - some;
    if (left[key] === 0) delete left[key];
  }
  return left;
}

const added = (
  trays: Readonly<Record<string, number>>,
  qty: number,
  trayId: number | null,
): Readonly<Record<string, number>> => ({
  ...trays,
  [String(trayId ?? 0)]: (trays[String(trayId ?? 0)] ?? 0) + qty,
});

function traysAfter(
  state: StockState,
  type: Movement,
  { qty, from, to, trayId, toTrayId = null }: StockMove,
): Readonly<Record<string, number>> {
  if (type === 'StockRelocated') return added(taken(state.trays, qty, trayId), qty, toTrayId);
  if (onShelf(from) && !onShelf(to)) return taken(state.trays, qty, trayId);
  return !onShelf(from) && onShelf(to) ? added(state.trays, qty, trayId) : state.trays;
}

function holdersAfter(
  state: StockState,
  { qty, from, to, ref }: StockMove,
): Readonly<Record<string, Holding>> {
  const held = (bucket: Bucket | null): bucket is 'reserved' | 'picked' =>
    bucket === 'reserved' || bucket === 'picked';
  if (!held(from) && !held(to)) return state.holders;
  const key = holderKey(ref);
  const now = { ...(state.holders[key] ?? { reserved: 0, picked: 0 }) };
  if (held(from)) now[from] -= qty;
  if (held(to)) now[to] += qty;
  const { [key]: _old, ...others } = state.holders;
  return now.reserved === 0 && now.picked === 0 ? others : { ...others, [key]: now };
}

export function evolveStock(state: StockState, event: RecordedEventOf<StockEvent>): StockState {
  const { version, at } = event;
  if (event.type === 'StockBegun') {
    const { pooId, ...facts } = event.data;
    return { ...state, exists: true, version, pooId, facts, firstAt: at };
  }
  const move = event.data;
  const after = { ...state.buckets };
  if (move.from) after[move.from] -= move.qty;
  if (move.to) after[move.to] += move.qty;
  return {
    ...state,
    version,
    buckets: after,
    trays: traysAfter(state, event.type, move),
    holders: holdersAfter(state, move),
  };
}
