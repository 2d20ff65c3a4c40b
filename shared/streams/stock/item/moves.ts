import { showDay } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { scale } from '../../../core/money.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import type { BarcodeState } from '../barcode/state.ts';
import {
  evolveStock,
  holderKey,
  movements,
  stockStream,
  type Bucket,
  type Goods,
  type Movement,
  type StockMove,
  type StockState,
} from './state.ts';

export interface WantedMove extends Pick<StockMove, 'qty' | 'ref'> {
  readonly from?: Bucket | null;
  readonly to?: Bucket | null;
  readonly trayId?: number | null;
  readonly toTrayId?: number | null;
  readonly note?: string | null;
}

/** The data of the goods for a movement; reservations and picks check the batch. */
export interface MoveRules {
  readonly today: string;
  readonly barcode: BarcodeState;
  /** Days that must be left before expiry; for goods that go to a customer or another place. */
  readonly minLifeDays?: number;
}

const leavesWithGoods: ReadonlySet<Movement> = new Set([
  'StockReserved',
  'StockPicked',
  'StockDispatched',
  'StockTransferredOut',
  'StockPutAway',
  'StockReleasedFromHold',
]);
const needsHolding: ReadonlySet<Movement> = new Set([
  'StockReservationReleased',
  'StockPicked',
  'StockUnpicked',
  'StockDispatched',
  'StockTransferredOut',
]);

/** Whole days from one business day to another. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** Why goods of this barcode may not be sold, picked or put on a shelf today. */
export function batchSaysNo({ today, barcode, minLifeDays = 0 }: MoveRules): Refusal | null {
  const { batch, expiry, blocked } = barcode;
  if (blocked) return refuse('batchBlocked', 423, { batch, reason: `block.${blocked.reason}` });
  if (expiry === null) return null;
  if (today > expiry) return refuse('batchExpired', 422, { batch, date: showDay(expiry) });
  const left = daysBetween(today, expiry);
  return left < minLifeDays
    ? refuse('batchShortDated', 422, { batch, date: showDay(expiry), days: minLifeDays })
    : null;
}

/** Refuses goods of a blocked batch among these lines; each barcode is read as `b<barcode>`. */
export function blockedAmong(
  lines: readonly { readonly barcodeId: number }[],
  read: Readonly<Record<string, unknown>>,
): Refusal | null {
  for (const { barcodeId } of lines) {
    const { batch, blocked } = read[`b${barcodeId}`] as BarcodeState;
    if (blocked) return refuse('batchBlocked', 423, { batch, reason: `block.${blocked.reason}` });
  }
  return null;
}

/** The value of units at the cost of their barcode, so that all parts of it add up to the whole. */
export function valueOf(state: StockState, qty: number): number {
  return state.facts ? scale([state.facts.costPaise, qty], state.facts.costUnits) : 0;
}

const goodsOf = ({ barcodeId, label, product, packSize, storage, batch, expiry }: Goods): Goods => ({
  barcodeId,
  label,
  product,
  packSize,
  storage,
  batch,
  expiry,
});

/**
 * The event of a movement of units between buckets; refused when the ledger would not add up or the batch may
 * not move so.
 */
export function moveStock(
  state: StockState,
  type: Movement,
  wanted: WantedMove,
  rules: MoveRules | null,
): NewEvent | Refusal {
  const table: { readonly from: readonly Bucket[]; readonly to: readonly Bucket[] } = movements[type];
  const from = wanted.from ?? table.from[0] ?? null;
  const to = wanted.to ?? table.to[0] ?? null;
  if ((from !== null && !table.from.includes(from)) || (to !== null && !table.to.includes(to)))
    return refuse('wrongBucket', 422, { from: from ?? '', to: to ?? '' });
  if (!Number.isSafeInteger(wanted.qty) || wanted.qty < 1)
    return refuse('badFormat', 400, { label: 'qty' }, 'qty');
  if (!state.exists || !state.facts) return refuse('notFound', 404);
  if (rules && leavesWithGoods.has(type)) {
    const no = batchSaysNo(rules);
    if (no) return no;
  }
  const have = from === null ? wanted.qty : state.buckets[from];
  if (have < wanted.qty)
    return refuse('bucketInsufficient', 409, {
      barcode: state.facts.label,
      n: have,
      bucket: `bucket.${from ?? ''}`,
      asked: wanted.qty,
    });
  if (needsHolding.has(type)) {
    const held = state.holders[holderKey(wanted.ref)]?.[from === 'picked' ? 'picked' : 'reserved'] ?? 0;
    if (held < wanted.qty) return refuse('reservationLost', 409, { barcode: state.facts.label });
  }
  const trayId = wanted.trayId ?? null;
  if (type === 'StockRelocated' && (state.trays[String(trayId ?? 0)] ?? 0) < wanted.qty)
    return refuse('bucketInsufficient', 409, {
      barcode: state.facts.label,
      n: state.trays[String(trayId ?? 0)] ?? 0,
      bucket: 'bucket.tray',
      asked: wanted.qty,
    });
  const data: StockMove = {
    qty: wanted.qty,
    from,
    to,
    trayId,
    ...(wanted.toTrayId === undefined ? {} : { toTrayId: wanted.toTrayId }),
    ref: wanted.ref,
    value: valueOf(state, wanted.qty),
    ...(wanted.note ? { note: wanted.note } : {}),
    ...(to === 'inwardHold' ? { goods: goodsOf(state.facts) } : {}),
  };
  return { stream: stockStream(state.pooId, state.facts.barcodeId), type, data: { ...data } };
}

/** Releases what is still reserved of these units; a blocked batch released its reservations before. */
export function releaseHeld(
  state: StockState,
  { qty, ref, to = 'available' }: WantedMove & { readonly to?: Bucket },
): readonly NewEvent[] | Refusal {
  const held = Math.min(qty, state.holders[holderKey(ref)]?.reserved ?? 0);
  return held > 0
    ? allMoves([moveStock(state, 'StockReservationReleased', { qty: held, ref, to }, null)])
    : [];
}
/** Where goods go back to from a hand or a parcel: those of a blocked batch are not on sale again. */
export const backTo = ({ blocked }: BarcodeState): 'hold' | 'available' => (blocked ? 'hold' : 'available');

/** All of the movements, or the first reason why one of them cannot be. */
export function allMoves(moves: readonly (NewEvent | Refusal)[]): readonly NewEvent[] | Refusal {
  const events: NewEvent[] = [];
  for (const move of moves) {
    if (isRefusal(move)) return move;
    events.push(move);
  }
  return events;
}

/** Consecutive movements of the same goods, each checked against the result of the previous one. */
export function moveInTurn(
  state: StockState,
  wanted: readonly (WantedMove & { readonly type: Movement })[],
  rules: MoveRules | null,
): { readonly events: readonly NewEvent[]; readonly state: StockState } | Refusal {
  let now = state;
  const events: NewEvent[] = [];
  for (const { type, ...move } of wanted) {
    const moved = moveStock(now, type, move, rules);
    if (isRefusal(moved)) return moved;
    events.push(moved);
    now = evolveStock(now, {
      type,
      data: moved.data as unknown as StockMove,
      stream: moved.stream ?? '',
      version: now.version + 1,
      at: '',
      actor: { kind: 'system', empId: null, name: '' },
    });
  }
  return { events, state: now };
}
