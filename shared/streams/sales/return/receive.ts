import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import {
  atLine,
  firstOf,
  nothingInput,
  outOfPlace,
  stepCommand,
  wrongStage,
  type Deciding,
} from '../../documents/commands.ts';
import { shelfRefused } from '../../delivery/parcel/rto.ts';
import { cashLimitPaise, cashReads, refundCash } from '../../money/day/cash.ts';
import { moveLines } from '../../stock/item/move-lines.ts';
import { stockStream } from '../../stock/item/state.ts';
import { toDc } from '../dc/outcome.ts';
import { dcStream, type DcState } from '../dc/state.ts';
import { creditReads, issueCredit } from '../invoice/credit.ts';
import { toOrder } from '../order/parts.ts';
import type { Part } from '../order/state.ts';
import { hadGoods, notRefundable, otherReads, paidReads } from './refundable.ts';
import {
  faultReasons,
  refundModes,
  returnLife,
  type RefundMode,
  type ReturnLine,
  type ReturnState,
} from './state.ts';

const receiving = 'Inventory/customerDcReturn:edit';
const count = z.int('badFormat').min(0, 'badFormat').max(99_99_999, 'badFormat');
const stock = (state: ReturnState): Readonly<Record<string, string>> =>
  Object.fromEntries(
    state.lines.map(({ barcodeId }) => [`s${barcodeId}`, stockStream(state.pooId, barcodeId)]),
  );

/** Units that really came, by line. */
const cameBack = ({ lines }: Pick<ReturnState, 'lines'>): readonly Part[] =>
  lines
    .filter(({ receivedQty }) => receivedQty > 0)
    .map(({ id, receivedQty }) => ({ lineId: id, qty: receivedQty }));

const scanInput = z.strictObject({
  put: z
    .array(z.strictObject({ id: fields.text(24), receivedQty: count }))
    .min(1)
    .max(500),
});
/** What was scanned of each line: a pack of another batch has another barcode and fits no line. */
export const scan = command<ReturnState, z.output<typeof scanInput>>({
  input: scanInput,
  need: receiving,
  versioned: 'merge',
  decide: (state, { put }, ctx) => {
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, returnLife, 'scan'), notYetFetched(state));
    if (no) return no;
    for (const { id, receivedQty } of put) {
      const index = state.lines.findIndex((line) => line.id === id);
      const line = state.lines[index];
      if (!line) return refuse('lineGone', 409, { id });
      if (receivedQty > line.qty)
        return atLine(
          refuse('moreThanAsked', 422, { n: line.qty, m: receivedQty }, 'receivedQty'),
          index + 1,
        );
    }
    return [{ type: 'ReturnScanned', data: { put } }];
  },
});
const notYetFetched = ({ header, stage, number }: ReturnState): Refusal | null =>
  header.pickup && stage === 'approved' ? refuse('pickupFirst', 409, { doc: number }) : null;

/** The goods are in the shop and on hold, whatever becomes of them; the delivery and its order know. */
export const receive = stepCommand<ReturnState, object>({
  step: 'receive',
  event: 'ReturnReceived',
  input: nothingInput,
  need: receiving,
  life: returnLife,
  reads: (_input, state) => stock(state),
  decide: (state, _input, ctx) => {
    const no = notYetFetched(state);
    if (no) return no;
    const lines = cameBack(state);
    if (lines.length === 0) return refuse('nothingScanned', 422);
    const moves = moveLines('return', state, ctx.read, ({ receivedQty }) =>
      receivedQty > 0 ? [{ type: 'StockReturnedToHold', qty: receivedQty }] : [],
    );
    return isRefusal(moves) ? moves : { data: { lines }, beside: moves };
  },
});

const sortInput = z.strictObject({
  put: z
    .array(
      z.strictObject({ id: fields.text(24), restockQty: count.optional(), damagedQty: count.optional() }),
    )
    .min(1)
    .max(500),
});
export const sort = command<ReturnState, z.output<typeof sortInput>>({
  input: sortInput,
  need: 'Inventory/customerDcReturn:approve',
  versioned: 'merge',
  decide: (state, { put }, ctx) => {
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, returnLife, 'sort'));
    if (no) return no;
    for (const { id, restockQty, damagedQty } of put) {
      const index = state.lines.findIndex((line) => line.id === id);
      const line = state.lines[index];
      if (!line) return refuse('lineGone', 409, { id });
      for (const [field, n] of [
        ['restockQty', restockQty],
        ['damagedQty', damagedQty],
      ] as const)
        if ((n ?? 0) > line.receivedQty)
          return atLine(
            refuse('moreThanReceived', 422, { n: line.receivedQty, m: n ?? 0 }, field),
            index + 1,
          );
      const kept = (restockQty ?? 0) > 0 ? notRestocked(state, line, ctx.today) : null;
      if (kept) return atLine(kept, index + 1);
    }
    return [{ type: 'ReturnSorted', data: { put } }];
  },
});

/** Why units of a line cannot go back to the shelf: faulty, Schedule H1 or X, cold chain, an opened pack, or too little life. */
function notRestocked({ header }: ReturnState, line: ReturnLine, today: string): Refusal | null {
  const { product, storage, schedules, packSize, receivedQty, expiry } = line;
  const { reason } = header;
  const faulty = reason !== null && reason !== 'WRONG_ITEM' && faultReasons.has(reason);
  const strict = storage === 'COLD' || schedules.includes('H1') || schedules.includes('X');
  const no = shelfRefused({ product, once: faulty || strict || receivedQty % packSize > 0 }, expiry, today);
  return no && { ...no, field: 'restockQty' };
}

/** Every unit is put on the shelf or is damaged; what was received is credited at the rate of its invoice. */
export const inspect = stepCommand<ReturnState, object>({
  step: 'inspect',
  event: 'ReturnInspected',
  input: nothingInput,
  need: 'Inventory/customerDcReturn:approve',
  life: returnLife,
  reads: (_input, state, { today }) => ({
    ...stock(state),
    ...creditReads(state.header.invoiceId, state.pooId, today),
    dc: dcStream(state.header.dcId),
  }),
  decide: (state, _input, ctx) => {
    for (const [i, line] of state.lines.entries()) {
      if (line.restockQty + line.damagedQty !== line.receivedQty)
        return atLine(refuse('fateMissing', 422, { product: line.product, n: line.receivedQty }), i + 1);
      const kept = line.restockQty > 0 ? notRestocked(state, line, ctx.today) : null;
      if (kept) return atLine(kept, i + 1);
    }
    const came = cameBack(state);
    const credit = issueCredit(ctx.read, {
      parts: came,
      reason: 'customerReturn',
      creditNoteId: String(ctx.newNumber('invoice')),
      uId: ctx.newId(),
      today: ctx.today,
    });
    if (isRefusal(credit)) return credit;
    const moves = moveLines('return', state, ctx.read, ({ restockQty, damagedQty }) => [
      ...(restockQty > 0 ? [{ type: 'StockReleasedFromHold', qty: restockQty } as const] : []),
      ...(damagedQty > 0 ? [{ type: 'StockMarkedDamaged', qty: damagedQty, from: 'hold' } as const] : []),
    ]);
    if (isRefusal(moves)) return moves;
    const { creditNoteId, creditNoteNumber, payablePaise } = credit;
    return {
      data: { creditNoteId, creditNoteNumber, creditPaise: payablePaise },
      beside: [...moves, ...credit.events, ...onDelivery(state, ctx.read['dc'], came, credit)],
      answer: { creditNoteNumber },
    };
  },
});

function onDelivery(
  { id, header, lines }: ReturnState,
  dc: DcState,
  came: readonly Part[],
  { creditNoteId, creditNoteNumber }: { readonly creditNoteId: string; readonly creditNoteNumber: string },
): readonly NewEvent[] {
  const orderParts = lines
    .filter(({ receivedQty }) => receivedQty > 0)
    .map(({ orderLineId, receivedQty }) => ({ lineId: orderLineId, qty: receivedQty }));
  const whole = dc.h1.filter(
    ({ lineId, qty, reversed }) => !reversed && came.some((one) => one.lineId === lineId && one.qty === qty),
  );
  return [
    toDc(dc.id, {
      type: 'DcReturnDropped',
      data: { returnId: id, lines: lines.map((line) => ({ lineId: line.id, qty: line.qty })) },
    }),
    toDc(dc.id, { type: 'DcReturned', data: { returnId: id, lines: came, creditNoteId, creditNoteNumber } }),
    ...whole.map(({ lineId }) =>
      toDc(dc.id, { type: 'H1SupplyReversed', data: { lineId, why: 'returned' } }),
    ),
    toOrder(header.orderId, { type: 'OrderReturned', data: { returnId: id, lines: orderParts } }),
  ];
}

const refundInput = z.strictObject({
  mode: z.enum(refundModes, 'notInList'),
  ref: fields.blankable(fields.text(40)).optional(),
});
const needsRef: ReadonlySet<RefundMode> = new Set(['ORIGINAL', 'BANK']);

/** The money of the credit note goes back; cash only for what was paid in cash, below the limit of the law. */
export const refund = stepCommand<ReturnState, z.output<typeof refundInput>>({
  step: 'refund',
  event: 'RefundIssued',
  input: refundInput,
  need: 'Inventory/returnApproval:edit',
  life: returnLife,
  reads: ({ mode }, state, { today }): Readonly<Record<string, string>> => ({
    ...paidReads(state),
    ...(mode === 'CASH' ? cashReads(state.pooId, today) : {}),
  }),
  readsNext: (_input, read, _ctx, state) => otherReads(state, read),
  decide: (state, { mode, ref = null }, ctx) => {
    const { creditPaise } = state.header;
    const no = notRefundable(state, mode, ctx.read);
    if (no) return no;
    if (mode === 'CASH' && creditPaise >= cashLimitPaise)
      return refuse('cashRefundLimit', 422, undefined, 'mode');
    if (needsRef.has(mode) && ref === null) return refuse('required', 422, { label: 'ref' }, 'ref');
    const paid = mode === 'CASH' ? fromDrawer(state, ctx) : [];
    if (isRefusal(paid)) return paid;
    const refunded: readonly NewEvent[] = hadGoods(state)
      ? [
          toDc(state.header.dcId, {
            type: 'DcRefunded',
            data: { returnId: state.id, mode, paise: creditPaise },
          }),
        ]
      : [];
    return { data: { mode, ref, paise: creditPaise }, beside: [...paid, ...refunded] };
  },
});

function fromDrawer(state: ReturnState, ctx: Deciding): readonly NewEvent[] | Refusal {
  const { creditPaise, customer, reason, ofAdvance, orderId, note } = state.header;
  return refundCash(ctx, state.pooId, {
    entryId: `return-${state.id}`,
    paise: creditPaise,
    // What was never sold is the return of an advance, not of a sale.
    ref:
      ofAdvance || reason === 'ORDER_CANCELLED' || reason === 'OVERPAID'
        ? { type: 'order', id: orderId, number: note ?? state.number }
        : { type: 'return', id: state.id, number: state.number },
    to: customer,
  });
}
