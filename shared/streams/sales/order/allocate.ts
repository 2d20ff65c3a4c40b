import { z } from 'zod';
import { command } from '../../../core/stream.ts';
import type { NewEvent } from '../../../core/event.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { allot, numberingStream, type NumberingState } from '../../core/numbering.ts';
import { firstOf, outOfPlace, wrongStage, type Deciding } from '../../documents/commands.ts';
import type { RxState } from '../../prescriptions/prescription/state.ts';
import { allocate as fefo, type Candidate } from '../../stock/item/allocate.ts';
import { barcodeStream, type BarcodeState } from '../../stock/barcode/state.ts';
import { moveStock } from '../../stock/item/moves.ts';
import { stockStream, type StockState } from '../../stock/item/state.ts';
import { pickRef, type PickHeader, type PickLine } from '../pick/state.ts';
import { needsRx } from '../sold-product.ts';
import { rxStream, toOrder } from './parts.ts';
import { orderLife, type OrderEvent, type OrderLine, type OrderState, type Part } from './state.ts';

/** Goods that might serve an order, as the tables have them: which barcodes lie at the place, and in which tray each lies first. */
export interface FoundGoods {
  readonly pooId: number;
  readonly goods: readonly { readonly barcodeId: number; readonly trayId: number; readonly tray: string }[];
  /** Units of the products that pick lists have, where there is less than is asked for. */
  readonly held?: readonly HeldByList[];
}
export interface HeldByList {
  readonly productId: number;
  readonly number: string;
  readonly picker: string;
  readonly qty: number;
}

/** Who has what is missing, for whoever asks for it: the units, and the lists with their pickers. */
export function heldBy(
  { held = [] }: FoundGoods,
  productId: number,
  except?: string,
): { readonly m: number; readonly lists: string } | null {
  const lists = held.filter((one) => one.productId === productId && one.number !== except && one.qty > 0);
  if (lists.length === 0) return null;
  const named = lists
    .slice(0, 3)
    .map(({ number, picker }) => (picker === '' ? number : `${number} (${picker})`));
  const more = lists.length > named.length ? ', …' : '';
  return { m: lists.reduce((sum, { qty }) => sum + qty, 0), lists: named.join(', ') + more };
}
export const goodsReads = (prepared: FoundGoods | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (prepared?.goods ?? []).flatMap(({ barcodeId }) => [
      [`s${barcodeId}`, stockStream(prepared!.pooId, barcodeId)] as const,
      [`b${barcodeId}`, barcodeStream(barcodeId)] as const,
    ]),
  );

/** What the ledger itself says of the goods that were found, for one product. */
export function candidatesOf(
  productId: number,
  { goods }: FoundGoods,
  read: Readonly<Record<string, unknown>>,
  taken: ReadonlyMap<number, number> = new Map(),
): readonly Candidate[] {
  return goods.flatMap(({ barcodeId }) => {
    const item = read[`s${barcodeId}`] as StockState | undefined;
    const barcode = read[`b${barcodeId}`] as BarcodeState | undefined;
    if (!item?.exists || !item.facts || !barcode?.exists || item.facts.productId !== productId) return [];
    return [
      {
        barcodeId,
        batch: barcode.batch,
        expiry: barcode.expiry,
        receivedAt: item.firstAt ?? '',
        available: item.buckets.available - (taken.get(barcodeId) ?? 0),
        blocked: barcode.blocked !== null,
        packSize: barcode.packSize,
      },
    ];
  });
}

/** A line of a pick list for units of one barcode. */
export function pickLineOf(
  line: Pick<OrderLine, 'id' | 'productId' | 'code' | 'product' | 'packSize' | 'storage'> & {
    readonly schedules?: readonly string[];
    readonly minLifeDays: number;
  },
  barcodeId: number,
  qty: number,
  id: string,
  found: FoundGoods,
  read: Readonly<Record<string, unknown>>,
): PickLine {
  const { label, batch, expiry, mrpPaise } = read[`b${barcodeId}`] as BarcodeState;
  const lies = found.goods.find((one) => one.barcodeId === barcodeId);
  return {
    id,
    orderLineId: line.id,
    productId: line.productId,
    code: line.code,
    product: line.product,
    packSize: line.packSize,
    storage: line.storage,
    ...(line.schedules === undefined ? {} : { schedules: line.schedules }),
    minLifeDays: line.minLifeDays,
    barcodeId,
    label,
    batch,
    expiry,
    mrpPaise,
    trayId: lies?.trayId ?? 0,
    tray: lies?.tray ?? '',
    qty,
    picked: 0,
    short: 0,
  };
}

interface Reserved {
  readonly lines: readonly PickLine[];
  readonly parts: readonly Part[];
  readonly short: readonly Part[];
  readonly moves: readonly NewEvent[];
}

/** First expiry first, over batches, never more than the ledger has: each batch is taken in the very commit that makes the list. */
function reserve(
  state: OrderState,
  ctx: Deciding,
  pick: { readonly id: string; readonly number: string },
): Reserved | Refusal {
  const found = ctx.prepared as FoundGoods;
  const taken = new Map<number, number>();
  const lines: PickLine[] = [];
  const parts: Part[] = [];
  const short: Part[] = [];
  const moves: NewEvent[] = [];
  for (const line of state.lines.filter(({ open }) => open > 0)) {
    const life = Math.max(line.minLifeDays, line.courseDays ?? 0);
    const { lines: got, shortage } = fefo(
      candidatesOf(line.productId, found, ctx.read, taken),
      line.open,
      ctx.today,
      life,
    );
    for (const { barcodeId, qty } of got) {
      const id = `p${lines.length + 1}`;
      const moved = moveStock(
        ctx.read[`s${barcodeId}`] as StockState,
        'StockReserved',
        { qty, ref: pickRef(pick, id) },
        { today: ctx.today, barcode: ctx.read[`b${barcodeId}`] as BarcodeState, minLifeDays: life },
      );
      if (isRefusal(moved)) return moved;
      moves.push(moved);
      taken.set(barcodeId, (taken.get(barcodeId) ?? 0) + qty);
      lines.push(pickLineOf({ ...line, minLifeDays: life }, barcodeId, qty, id, found, ctx.read));
    }
    const qty = line.open - shortage;
    if (qty > 0) parts.push({ lineId: line.id, qty });
    if (shortage > 0) short.push({ lineId: line.id, qty: shortage });
  }
  // The picker walks the trays in their order.
  return { lines: lines.toSorted((a, b) => a.tray.localeCompare(b.tray)), parts, short, moves };
}

const headerOf = (state: OrderState): PickHeader => {
  const { header, lines } = state;
  const { customerId, customer, pincode, slotDate, slotWindow, payment, rxId } = header;
  return {
    ...{ orderId: state.id, orderNumber: state.number, customerId, customer, pincode },
    ...{ slotDate, slotWindow, payment, rxId },
    cold: lines.some(({ storage, open }) => storage === 'COLD' && open > 0),
    strict: lines.some((line) => needsRx(line) && line.open > 0),
  };
};

/** What is short, and what of it no indent asks for yet. */
function backordered(state: OrderState, lines: readonly Part[]): OrderEvent {
  const ask = lines.flatMap(({ lineId, qty }) => {
    const rest = qty - (state.asked[lineId] ?? 0);
    const productId = state.lines.find(({ id }) => id === lineId)?.productId;
    return rest > 0 && productId !== undefined ? [{ lineId, qty: rest, productId }] : [];
  });
  const { number, pooId, header } = state;
  return { type: 'OrderBackordered', data: { number, pooId, slotDate: header.slotDate, lines, ask } };
}

/** Nothing is fetched for a version of the prescription on which nothing may be supplied any more. */
function rxReplaced(state: OrderState, ctx: Deciding): Refusal | null {
  const rx = ctx.read['rx'] as RxState | undefined;
  const asked = state.lines.some(({ open, rxNo }) => open > 0 && rxNo !== null);
  return asked && rx?.stage === 'superseded'
    ? refuse('rxSuperseded', 409, { ref: rx.supersededBy?.ref ?? '' })
    : null;
}

/** Somebody else was first: their list has the goods. */
function alreadyListed({ stage, picks, steps }: OrderState): Refusal | null {
  const list = picks.at(-1);
  const made = steps.findLast(({ step }) => step === 'allocate');
  return list && made && (stage === 'picking' || stage === 'packed')
    ? refuse('alreadyListed', 409, { list: list.number, employee: made.by.name })
    : null;
}

/** Reserves the goods and makes the pick list, in one commit. What is short stays open and is asked for. */
export const createPickList = command<OrderState, object>({
  input: z.strictObject({}),
  need: ['Out Bound/create-pl-queue:create', 'Inventory/pickList:create'],
  lane: 'allocation',
  reads: (_input, state, ctx) => ({
    series: numberingStream(state.pooId, 'K', ctx.today),
    ...(state.header.rxId === null ? {} : { rx: rxStream(state.header.rxId) }),
  }),
  readsPrepared: goodsReads,
  decide: (state, _input, ctx) => {
    const no = firstOf(
      outOfPlace(state, ctx),
      alreadyListed(state),
      wrongStage(state, orderLife, 'allocate'),
      rxReplaced(state, ctx),
    );
    if (no) return no;
    const id = String(ctx.newNumber('pick'));
    const place = { pooId: state.pooId, code: state.place.code };
    const { number, event } = allot(ctx.read['series'] as NumberingState, place, 'K', ctx.today, id);
    const made = reserve(state, ctx, { id, number });
    if (isRefusal(made)) return made;
    const { lines, parts, short, moves } = made;
    const back: readonly OrderEvent[] = short.length > 0 ? [backordered(state, short)] : [];
    // Nothing there, or an order that must leave whole: it stays in the queue, and what is short is asked for once.
    if (parts.length === 0 || (short.length > 0 && !state.header.partialOk)) {
      const known = JSON.stringify(short) === JSON.stringify(state.short);
      const first = short[0]!;
      const line = state.lines.find((one) => one.id === first.lineId);
      const held = heldBy(ctx.prepared as FoundGoods, line?.productId ?? 0);
      const values = {
        n: (line?.open ?? 0) - first.qty,
        product: line?.product ?? '',
        poo: state.place.code,
        asked: line?.open ?? 0,
      };
      if (known)
        return held
          ? refuse('stockHeld', 409, { ...values, ...held })
          : refuse('stockInsufficient', 409, values);
      return { events: back.map((one) => toOrder(ctx.id, one)), answer: { pickId: null, short } };
    }
    const header = headerOf(state);
    const order: OrderEvent[] = [
      { type: 'OrderAllocated', data: { pickId: id, pickNumber: number, lines: parts } },
      ...back,
    ];
    return {
      events: [
        ...order.map((one) => toOrder(ctx.id, one)),
        {
          stream: `pick-${id}`,
          type: 'PickListCreated',
          data: { number, pooId: state.pooId, place: state.place, header, lines },
        },
        event,
        ...moves,
      ],
      answer: { pickId: id, pickNumber: number, short },
    };
  },
});
