import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { firstOf, outOfPlace, reasonInput, wrongStage, type Deciding } from '../../documents/commands.ts';
import type { BarcodeState } from '../../stock/barcode/state.ts';
import { openTrayCount, trayCountReads } from '../../stock/count/open-for-tray.ts';
import { allocate as fefo } from '../../stock/item/allocate.ts';
import { allMoves, backTo, moveStock, releaseHeld } from '../../stock/item/moves.ts';
import type { StockState } from '../../stock/item/state.ts';
import { candidatesOf, goodsReads, heldBy, pickLineOf, type FoundGoods } from '../order/allocate.ts';
import { orderStream, toOrder } from '../order/parts.ts';
import { endPick, endReads, endReadsNext, freeOrder } from './end.ts';
import {
  leftToPick,
  pickLife,
  pickRef,
  shortReasons,
  type PickLine,
  type PickState,
  type ShortReason,
} from './state.ts';
import { claimedByOther, linesOfCode, pickGoods, pickHeld } from './work.ts';
import { cutText } from '../../../core/cut.ts';
import { employeeId } from '../../../core/record-id.ts';

const troubleInput = z.strictObject({
  lineId: fields.text(24),
  reason: z.enum(shortReasons),
  note: fields.note(250, 3).optional(),
});
type Trouble = z.output<typeof troubleInput>;

const troubleReads = (
  { reason }: Trouble,
  state: PickState,
  { today }: { readonly today: string },
): Readonly<Record<string, string>> => ({
  ...pickGoods(state),
  order: orderStream(state.header.orderId),
  ...(reason === 'NOT_FOUND' ? trayCountReads(state.pooId, today) : {}),
});

/** Goods that are not in their tray make the ledger doubtful: the tray is counted. */
const counted = (
  { pooId, place, number }: PickState,
  { trayId, tray, product, batch }: PickLine,
  reason: ShortReason,
  ctx: Deciding,
): readonly NewEvent[] =>
  reason === 'NOT_FOUND'
    ? openTrayCount({ pooId, place, trayId, tray, note: `${number}: ${product} ${batch}` }, ctx)
    : [];

/** What a batch gives up: units that are not where they should be, or broken, are not offered to anybody else. */
function givenUp(
  pick: PickState,
  line: PickLine,
  qty: number,
  reason: ShortReason,
  read: Readonly<Record<string, unknown>>,
) {
  const item = read[`s${line.barcodeId}`] as StockState;
  const to = reason === 'CUSTOMER' ? 'available' : 'hold';
  return releaseHeld(item, { qty, ref: pickRef(pick, line.id), to });
}

/** The next batch by expiry instead of one that cannot be had; the skipped one needs a reason. What no batch has is short. */
export const swap = command<PickState, Trouble>({
  input: troubleInput,
  need: 'Inventory/pickList:edit',
  lane: 'allocation',
  reads: troubleReads,
  readsPrepared: goodsReads,
  decide: (state, { lineId, reason, note }, ctx) => {
    const no = firstOf(
      outOfPlace(state, ctx),
      wrongStage(state, pickLife, 'swap'),
      pickHeld(state),
      claimedByOther(state, ctx),
    );
    if (no) return no;
    const line = state.lines.find(({ id }) => id === lineId);
    const qty = line ? leftToPick(line) : 0;
    if (!line || qty === 0) return refuse('lineGone', 409);
    const found = ctx.prepared as FoundGoods;
    const others = candidatesOf(line.productId, found, ctx.read).filter(
      ({ barcodeId }) => barcodeId !== line.barcodeId,
    );
    const { lines: got, shortage } = fefo(others, qty, ctx.today, line.minLifeDays);
    const held = heldBy(found, line.productId, state.number);
    if (got.length === 0)
      return held
        ? refuse('otherBatchHeld', 409, { product: line.product, ...held })
        : refuse('noOtherBatch', 409, { product: line.product });
    const released = givenUp(state, line, qty, reason, ctx.read);
    if (isRefusal(released)) return released;
    const count = state.lines.reduce((most, { id }) => Math.max(most, Number(id.slice(1)) || 0), 0);
    const lines = got.map((one, i) =>
      pickLineOf(
        { ...line, id: line.orderLineId },
        one.barcodeId,
        one.qty,
        `p${count + i + 1}`,
        found,
        ctx.read,
      ),
    );
    const reserved = allMoves(
      lines.map((one) =>
        moveStock(
          ctx.read[`s${one.barcodeId}`] as StockState,
          'StockReserved',
          { qty: one.qty, ref: pickRef(state, one.id) },
          {
            today: ctx.today,
            barcode: ctx.read[`b${one.barcodeId}`] as BarcodeState,
            minLifeDays: line.minLifeDays,
          },
        ),
      ),
    );
    if (isRefusal(reserved)) return reserved;
    const lost: readonly NewEvent[] =
      shortage > 0
        ? [
            toOrder(state.header.orderId, {
              type: 'OrderDeallocated',
              data: {
                pickId: state.id,
                lines: [{ lineId: line.orderLineId, qty: shortage }],
                ends: false,
                why: reason,
              },
            }),
          ]
        : [];
    return {
      events: [
        { type: 'PickBatchSwapped', data: { lineId, reason, note: note ?? null, qty, lines } },
        ...released,
        ...reserved,
        ...lost,
        ...counted(state, line, reason, ctx),
      ],
      answer: {
        next: lines.map(({ batch, expiry, tray, qty: n }) => ({ batch, expiry, tray, qty: n })),
        shortage,
      },
    };
  },
});

/** What is left of a line cannot be had: the order has it open again. */
export const short = command<PickState, Trouble>({
  input: troubleInput,
  need: 'Inventory/pickList:edit',
  reads: troubleReads,
  decide: (state, { lineId, reason, note }, ctx) => {
    const no = firstOf(
      outOfPlace(state, ctx),
      wrongStage(state, pickLife, 'short'),
      pickHeld(state),
      claimedByOther(state, ctx),
    );
    if (no) return no;
    const line = state.lines.find(({ id }) => id === lineId);
    const qty = line ? leftToPick(line) : 0;
    if (!line || qty === 0) return refuse('lineGone', 409);
    const released = givenUp(state, line, qty, reason, ctx.read);
    if (isRefusal(released)) return released;
    return [
      { type: 'PickShortRecorded', data: { lineId, qty, reason, note: note ?? null } },
      ...released,
      toOrder(state.header.orderId, {
        type: 'OrderDeallocated',
        data: { pickId: state.id, lines: [{ lineId: line.orderLineId, qty }], ends: false, why: reason },
      }),
      ...counted(state, line, reason, ctx),
    ];
  },
});

/** Given up before the challan: the order waits for the pickers again. */
export const cancel = command<PickState, { reason: string }>({
  input: reasonInput,
  need: 'Inventory/pickList:delete',
  reads: (_input, state) => endReads(state),
  readsNext: endReadsNext,
  decide: (state, { reason }, ctx) => {
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, pickLife, 'cancel'));
    if (no) return no;
    const ended = endPick(state, reason, ctx.read);
    if (isRefusal(ended)) return ended;
    return [...ended, ...freeOrder(state, 'pickCancelled', ctx.read)];
  },
});

/** Nobody began it for hours: the goods are free for others, and the order goes back to the top. */
export const lapse = command<PickState, object>({
  input: z.strictObject({}),
  need: 'system',
  reads: (_input, state) => endReads(state),
  readsNext: endReadsNext,
  decide: (state, _input, ctx) => {
    const untouched = ['created', 'printed'].includes(state.stage) && state.picker === null;
    if (!untouched) return refuse('noLongerNeeded', 409);
    const ended = endPick(state, 'lapsed', ctx.read);
    if (isRefusal(ended)) return ended;
    return [...ended, ...freeOrder(state, 'lapsed', ctx.read)];
  },
});

const reassignInput = z.strictObject({ empId: employeeId() });

export const reassign = command<PickState, z.output<typeof reassignInput>>({
  input: reassignInput,
  need: 'Inventory/pickList:approve',
  decide: (state, { empId }, ctx) => {
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, pickLife, 'reassign'));
    if (no) return no;
    const to = ctx.directory.employee(empId);
    return to?.active && to.poos.includes(state.pooId)
      ? [{ type: 'PickListReassigned', data: { to: { empId, name: to.name } } }]
      : refuse('notInList', 422, { label: 'empId' }, 'empId');
  },
});

const backInput = z.strictObject({
  code: fields.text(200),
  qty: z.int().min(1).optional(),
  scanId: fields.text(60),
});

/** Goods of a cancelled list go back to the shelf scan by scan; sealed ones can be sold again. */
export const putBack = command<PickState, z.output<typeof backInput>>({
  input: backInput,
  need: ['Inventory/pickList:edit', 'Inventory/cancellationAcknowledgement:create'],
  reads: (_input, state) => pickGoods(state),
  decide: (state, { code, qty: given, scanId }, ctx) => {
    if (state.scans.includes(scanId)) return [];
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, pickLife, 'putBack'));
    if (no) return no;
    const line = linesOfCode(
      state.lines.filter(({ picked }) => picked > 0),
      code,
      ctx.read,
    )[0];
    if (!line) return refuse('notInParcel', 422, { x: cutText(code, 40) });
    const qty = given ?? line.picked;
    if (qty > line.picked) return refuse('notPicked', 409, { product: line.product, n: line.picked });
    const to = backTo(ctx.read[`b${line.barcodeId}`] as BarcodeState);
    const trayId = to === 'hold' ? null : line.trayId || null;
    const back = moveStock(
      ctx.read[`s${line.barcodeId}`] as StockState,
      'StockUnpicked',
      { qty, ref: pickRef(state, line.id), to, trayId },
      null,
    );
    if (isRefusal(back)) return back;
    const left = state.lines.reduce((sum, { picked }) => sum + picked, 0) - qty;
    return {
      events: [{ type: 'PickGoodsPutBack', data: { lineId: line.id, qty, last: left === 0 } }, back],
      answer: { product: line.product, batch: line.batch, qty, left },
    };
  },
});
