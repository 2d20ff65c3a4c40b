import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { gtin14, readGs1 } from '../../../core/gs1.ts';
import type { NewEvent } from '../../../core/event.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import {
  firstOf,
  nothingInput,
  outOfPlace,
  stepCommand,
  wrongStage,
  type Deciding,
} from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import { barcodeOfLabel } from '../../stock/barcode/label.ts';
import { barcodeStream, type BarcodeState } from '../../stock/barcode/state.ts';
import { backTo, blockedAmong, moveStock } from '../../stock/item/moves.ts';
import { stockStream, type StockState } from '../../stock/item/state.ts';
import { productReads } from '../../purchase/product-facts.ts';
import { orderStream, toOrder } from '../order/parts.ts';
import type { OrderState } from '../order/state.ts';
import { leftToPick, pickLife, pickRef, type PickLine, type PickState } from './state.ts';
import { cutText } from '../../../core/cut.ts';

/** A picker has the list alone for so long after the last scan. */
export const pickLeaseMs = 30 * 60_000;
const scanNeed = ['Inventory/pickList:edit'] as const;

export const pickGoods = ({ pooId, lines }: PickState): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    lines.flatMap(({ barcodeId }) => [
      [`s${barcodeId}`, stockStream(pooId, barcodeId)] as const,
      [`b${barcodeId}`, barcodeStream(barcodeId)] as const,
    ]),
  ),
  ...productReads(lines.map(({ productId }) => ({ productId }))),
});
const batchesOf = ({ lines }: PickState): Readonly<Record<string, string>> =>
  Object.fromEntries(lines.map(({ barcodeId }) => [`b${barcodeId}`, barcodeStream(barcodeId)]));
/** Goods in the picker's hand whose batch was blocked since. */
const blockedInHand = ({ lines }: PickState, ctx: Deciding): Refusal | null =>
  blockedAmong(
    lines.filter(({ picked }) => picked > 0),
    ctx.read,
  );
export const untilAt = (now: number): string => new Date(now + pickLeaseMs).toISOString();

/** Its prescription is being replaced: what it says may no longer be supplied. */
export const pickHeld = ({ held }: PickState): Refusal | null =>
  held === null ? null : refuse('pickHeld', 423, { ref: held.ref });

/** Somebody else works on it. */
export function claimedByOther(state: PickState, ctx: Pick<Deciding, 'now' | 'actor'>): Refusal | null {
  const { picker, until } = state;
  if (!picker || picker.empId === ctx.actor.empId) return null;
  return until === null || Date.parse(until) > ctx.now
    ? refuse('alreadyClaimed', 409, { employee: picker.name })
    : null;
}

const gtinsOf = (product: MasterState | undefined): readonly string[] =>
  ((product?.fields['gtins'] as readonly { vGtin: string }[] | undefined) ?? []).map(({ vGtin }) =>
    vGtin.padStart(14, '0'),
  );

/** The lines that a code can mean: those of our own label, or of a maker's code with its batch. */
export function linesOfCode<L extends Pick<PickLine, 'barcodeId' | 'batch' | 'productId'>>(
  lines: readonly L[],
  code: string,
  read: Readonly<Record<string, unknown>>,
): readonly L[] {
  const label = barcodeOfLabel(code);
  if (label !== null) return lines.filter(({ barcodeId }) => barcodeId === label);
  const gs1 = readGs1(code);
  const gtin = gs1?.gtin ?? gtin14(code);
  if (gtin === null) return [];
  return lines.filter(
    ({ productId, batch }) =>
      gtinsOf(read[`p${productId}`] as MasterState | undefined).includes(gtin.padStart(14, '0')) &&
      (!gs1?.batch || gs1.batch === batch),
  );
}

const goodsText = ({ product, batch, label }: Pick<PickLine, 'product' | 'batch' | 'label'>): string =>
  `${product} ${batch} (${label})`;

/** What was scanned instead: other goods of ours, a maker's code that is on no line, or nobody's label. */
function notOfTheList(
  code: string,
  wanted: PickLine | undefined,
  scanned: BarcodeState | undefined,
): Refusal {
  const made = readGs1(code) !== null || gtin14(code) !== null;
  if (!scanned?.exists && !made) return refuse('foreignCode', 422, { x: cutText(code, 40) });
  const x = scanned?.exists ? goodsText(scanned) : cutText(code, 40);
  return wanted ? refuse('wrongBarcode', 422, { x, y: goodsText(wanted) }) : refuse('notOnList', 422, { x });
}

const scanInput = z.strictObject({
  code: fields.text(200),
  qty: z.int('badFormat').min(1, 'badFormat').max(99_99_999, 'badFormat').optional(),
  lineId: fields.text(24).optional(),
  scanId: fields.text(60),
});

/** The scan decides: the right batch, not more than asked, not expired or blocked since, and still held for this list. */
export const scan = command<PickState, z.output<typeof scanInput>>({
  input: scanInput,
  need: scanNeed,
  reads: ({ code }, state) => {
    const label = barcodeOfLabel(code);
    return { ...pickGoods(state), ...(label === null ? {} : { scanned: barcodeStream(label) }) };
  },
  decide: (state, { code, qty: given, lineId, scanId }, ctx) => {
    if (state.scans.includes(scanId)) return [];
    const no = firstOf(
      outOfPlace(state, ctx),
      wrongStage(state, pickLife, 'scan'),
      pickHeld(state),
      claimedByOther(state, ctx),
    );
    if (no) return no;
    const matching = linesOfCode(state.lines, code, ctx.read);
    const asked = lineId === undefined ? null : state.lines.find(({ id }) => id === lineId);
    const next = asked ?? state.lines.find((line) => leftToPick(line) > 0);
    const line =
      (asked && matching.find(({ id }) => id === asked.id)) ??
      matching.find((one) => leftToPick(one) > 0) ??
      matching[0];
    if (!line) return notOfTheList(code, next, ctx.read['scanned'] as BarcodeState | undefined);
    const left = leftToPick(line);
    const qty = given ?? Math.min(line.packSize, left);
    if (left === 0 || qty > left)
      return refuse('overScan', 409, { product: line.product, n: line.qty - line.short, m: line.picked });
    const moved = moveStock(
      ctx.read[`s${line.barcodeId}`] as StockState,
      'StockPicked',
      { qty, ref: pickRef(state, line.id) },
      {
        today: ctx.today,
        barcode: ctx.read[`b${line.barcodeId}`] as BarcodeState,
        minLifeDays: line.minLifeDays,
      },
    );
    if (isRefusal(moved)) return moved;
    const until = untilAt(ctx.now);
    const begins: NewEvent[] =
      state.stage === 'picking' && state.picker?.empId === ctx.actor.empId
        ? []
        : [{ type: 'PickingStarted', data: { until } }];
    return {
      events: [...begins, { type: 'PickScanned', data: { lineId: line.id, qty, scanId, until } }, moved],
      answer: { lineId: line.id, product: line.product, batch: line.batch, qty, left: left - qty },
    };
  },
});

export const start = command<PickState, object>({
  input: nothingInput,
  need: scanNeed,
  decide: (state, _input, ctx) => {
    const no = firstOf(
      outOfPlace(state, ctx),
      wrongStage(state, pickLife, 'start'),
      pickHeld(state),
      claimedByOther(state, ctx),
    );
    return no ?? [{ type: 'PickingStarted', data: { until: untilAt(ctx.now) } }];
  },
});

const reverseInput = z.strictObject({
  lineId: fields.text(24),
  qty: z.int('badFormat').min(1, 'badFormat').optional(),
});

/** Picked by mistake: back among what is only reserved. */
export const reverse = command<PickState, z.output<typeof reverseInput>>({
  input: reverseInput,
  need: scanNeed,
  reads: (_input, state) => pickGoods(state),
  decide: (state, { lineId, qty: given }, ctx) => {
    const no = firstOf(
      outOfPlace(state, ctx),
      wrongStage(state, pickLife, 'reverse'),
      claimedByOther(state, ctx),
    );
    if (no) return no;
    const line = state.lines.find(({ id }) => id === lineId);
    if (!line) return refuse('lineGone', 409);
    const qty = given ?? line.picked;
    if (qty === 0 || qty > line.picked)
      return refuse('notPicked', 409, { product: line.product, n: line.picked });
    const item = ctx.read[`s${line.barcodeId}`] as StockState;
    const ref = pickRef(state, lineId);
    const to = backTo(ctx.read[`b${line.barcodeId}`] as BarcodeState);
    const back = moveStock(item, 'StockUnpicked', { qty, ref, to }, null);
    if (isRefusal(back)) return back;
    const reversed: NewEvent = { type: 'PickScanReversed', data: { lineId, qty } };
    if (to === 'hold') return [reversed, back];
    // Both in one commit: the goods go from the hand to the shelf and are held for this list again.
    return [
      reversed,
      back,
      { ...back, type: 'StockReserved', data: { ...back.data, from: 'available', to: 'reserved' } },
    ];
  },
});

/** Every line is picked or short. */
export const finish = command<PickState, object>({
  input: nothingInput,
  need: scanNeed,
  reads: (_input, state) => batchesOf(state),
  decide: (state, _input, ctx) => {
    const no = firstOf(
      outOfPlace(state, ctx),
      wrongStage(state, pickLife, 'finish'),
      pickHeld(state),
      claimedByOther(state, ctx),
      blockedInHand(state, ctx),
    );
    if (no) return no;
    const open = state.lines.find((line) => leftToPick(line) > 0);
    if (open) return refuse('pickIncomplete', 422, { product: open.product, n: leftToPick(open) });
    if (state.lines.every(({ picked }) => picked === 0)) return refuse('nothingPicked', 422);
    return [{ type: 'PickingFinished', data: {} }];
  },
});

const packInput = z.strictObject({
  parcels: z.int('badFormat').min(1, 'badFormat').max(50, 'badFormat'),
  weightG: z.int('badFormat').min(1, 'badFormat').max(1_00_000, 'badFormat').optional(),
  coldBox: z.boolean().default(false),
});

export const pack = stepCommand<PickState, z.output<typeof packInput>>({
  step: 'pack',
  event: 'PickListPacked',
  input: packInput,
  need: scanNeed,
  life: pickLife,
  reads: (_input, state) => ({ order: orderStream(state.header.orderId), ...batchesOf(state) }),
  decide: (state, { parcels, weightG, coldBox }, ctx) => {
    const blocked = pickHeld(state) ?? blockedInHand(state, ctx);
    if (blocked) return blocked;
    const cold = state.lines.find(({ storage, picked }) => storage === 'COLD' && picked > 0);
    if (cold && !coldBox) return refuse('coldBoxNeeded', 422, { product: cold.product }, 'coldBox');
    const order = ctx.read['order'] as OrderState;
    if (order.stage === 'cancelRequested') return refuse('orderBeingCancelled', 409, { order: order.number });
    return {
      data: { parcels, weightG: weightG ?? null, coldBox },
      beside: [
        toOrder(state.header.orderId, {
          type: 'OrderPacked',
          data: { pickId: state.id, pickNumber: state.number },
        }),
      ],
    };
  },
});
