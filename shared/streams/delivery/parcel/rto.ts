import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { addDays } from '../../../core/day.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import type { NewEvent } from '../../../core/event.ts';
import { command } from '../../../core/stream.ts';
import { atLine, firstOf } from '../../documents/commands.ts';
import { creditReads, issueCredit } from '../../sales/invoice/credit.ts';
import { reshipped, reshippedEvents, toDc } from '../../sales/dc/outcome.ts';
import { rxBack } from '../../sales/dc/rx-back.ts';
import { dcStream, type DcState } from '../../sales/dc/state.ts';
import { refundReads, undeliveredOwed, undeliveredRefund } from '../../sales/return/undelivered-refund.ts';
import { orderAfter, orderStream, rxStream } from '../../sales/order/parts.ts';
import type { RxState } from '../../prescriptions/prescription/state.ts';
import type { OrderState, Part } from '../../sales/order/state.ts';
import { barcodeStream } from '../../stock/barcode/state.ts';
import { allMoves, blockedAmong, moveStock } from '../../stock/item/moves.ts';
import { stockStream, type StockRef, type StockState } from '../../stock/item/state.ts';
import { inventory, outside, own, parcelLimits, partsWrong, wrong, type Deciding } from './rules.ts';
import type { DeliveryState, LineFate } from './state.ts';

const stockReads = (state: DeliveryState): Readonly<Record<string, string>> =>
  Object.fromEntries(
    state.lines.map(({ barcodeId }) => [`s${barcodeId}`, stockStream(state.pooId, barcodeId)]),
  );
const stockOf = (ctx: Deciding, barcodeId: number): StockState => ctx.read[`s${barcodeId}`];
const refOf = (state: DeliveryState, lineId: string): StockRef => ({
  type: 'dc',
  id: state.id,
  line: lineId,
  number: state.number,
});

const part = z.strictObject({
  lineId: fields.text(24),
  qty: z.int('badFormat').min(0, 'badFormat').max(99_99_999),
});
const receiveInput = z.strictObject({
  parts: z.array(part).max(500),
  /** The customer still wants it: the order has the units open again. */
  again: z.boolean().default(false),
});

/**
 * A parcel is back, whole or in part. All that was not delivered is credited; what is missing is lost, and charged to who carried it.
 * What was paid in advance is to be refunded, unless the customer still wants the goods.
 */
export const receiveRto = command<DeliveryState, z.output<typeof receiveInput>>({
  input: receiveInput,
  need: inventory('customerRto', 'create'),
  versioned: true,
  reads: (_input, state, ctx) => ({
    ...stockReads(state),
    ...creditReads(state.invoiceId, state.pooId, ctx.today),
    ...refundReads(state.pooId, ctx.today),
    dc: dcStream(state.id),
    order: orderStream(state.orderId),
  }),
  readsNext: (_input, read): Readonly<Record<string, string>> => {
    const { rxId } = (read['dc'] as DcState).header;
    return rxId === null ? {} : { rx: rxStream(rxId) };
  },
  decide: (state, input, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'rto'), partsWrong(state.lines, input.parts));
    if (no) return no;
    const dc: DcState = ctx.read['dc'];
    const order: OrderState = ctx.read['order'];
    const rx: RxState | undefined = ctx.read['rx'];
    const came = input.parts.filter(({ qty }) => qty > 0);
    const over = came.findIndex(({ lineId, qty }) => qty > expected(state, lineId));
    if (over >= 0)
      return atLine(refuse('moreThanSent', 422, { n: expected(state, came[over]?.lineId ?? '') }), over + 1);
    const lost = state.rto
      .map(({ lineId, qty }) => ({
        lineId,
        qty: qty - (came.find((one) => one.lineId === lineId)?.qty ?? 0),
      }))
      .filter(({ qty }) => qty > 0);
    const credit = issueCredit(ctx.read, {
      parts: state.rto,
      reason: 'rto',
      undelivered: order.dcs.find(({ id }) => id === dc.id),
      creditNoteId: String(ctx.newNumber('invoice')),
      uId: ctx.newId(),
      today: ctx.today,
    });
    if (isRefusal(credit)) return credit;
    const moves = allMoves(
      came.map(({ lineId, qty }) =>
        moveStock(
          stockOf(ctx, state.lines.find(({ id }) => id === lineId)?.barcodeId ?? 0),
          'StockReturnedToHold',
          { qty, ref: refOf(state, lineId) },
          null,
        ),
      ),
    );
    if (isRefusal(moves)) return moves;
    const { creditNoteId, creditNoteNumber, payablePaise } = credit;
    const to = input.again ? 'open' : 'cancelled';
    const after = orderAfter(order, [reshipped(dc, state.rto, 'rto', to, payablePaise)]);
    return {
      events: [
        own(state, {
          type: 'RtoReceived',
          data: {
            parts: came,
            lost,
            lostPaise: worth(state, lost),
            creditNoteNumber,
            again: input.again,
            charged: lost.length > 0 ? state.agent : null,
          },
        }),
        ...moves,
        ...credit.events,
        toDc(state.id, { type: 'DcRtoReceived', data: { lines: came, creditNoteId, creditNoteNumber } }),
        ...reversedH1(dc, state.rto),
        ...reshippedEvents(dc, order, state.rto, 'rto', to, payablePaise),
        ...(rx?.received ? rxBack(dc, state.rto, order, input.again) : []),
        ...(input.again
          ? []
          : [
              ...undeliveredRefund(
                dc,
                { parts: state.rto, came },
                order,
                credit,
                undeliveredOwed(dc, after),
                ctx,
              ),
            ]),
      ],
      answer: { creditNoteNumber, lost: lost.length },
    };
  },
});

const expected = (state: DeliveryState, lineId: string): number =>
  state.rto.find((one) => one.lineId === lineId)?.qty ?? 0;
const worth = (state: DeliveryState, parts: readonly Part[]): number =>
  parts.reduce((sum, { lineId, qty }) => {
    const line = state.lines.find(({ id }) => id === lineId);
    return sum + (line ? Math.round((line.totalPaise * qty) / line.qty) : 0);
  }, 0);

/** The register of Schedule H1 keeps the row and says that the supply came back whole. */
function reversedH1(dc: DcState, parts: readonly Part[]): readonly NewEvent[] {
  return dc.h1
    .filter(
      ({ lineId, qty, reversed }) =>
        !reversed && parts.some((one) => one.lineId === lineId && one.qty === qty),
    )
    .map(({ lineId }) => toDc(dc.id, { type: 'H1SupplyReversed', data: { lineId, why: 'rto' } }));
}

const inspectInput = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        lineId: fields.text(24),
        restock: z.int('badFormat').min(0, 'badFormat').max(99_99_999),
        damaged: z.int('badFormat').min(0, 'badFormat').max(99_99_999),
      }),
    )
    .max(500),
});

/** Why units of a line cannot go back to the shelf: Schedule H1, cold chain, or too little life. */
export function shelfRefused(
  line: { readonly product: string; readonly once: boolean },
  expiry: string | null,
  today: string,
): Refusal | null {
  if (line.once) return refuse('neverRestocked', 422, { product: line.product });
  return expiry !== null && expiry < addDays(today, parcelLimits.shelfDays)
    ? refuse('shelfTooShort', 422, { product: line.product, n: parcelLimits.shelfDays })
    : null;
}

/** Every unit that came back is put on the shelf or is damaged. */
export const inspectRto = command<DeliveryState, z.output<typeof inspectInput>>({
  input: inspectInput,
  need: inventory('customerRto', 'edit'),
  versioned: true,
  reads: (_input, state) => ({
    ...stockReads(state),
    ...Object.fromEntries(state.lines.map(({ barcodeId }) => [`b${barcodeId}`, barcodeStream(barcodeId)])),
    dc: dcStream(state.id),
  }),
  decide: (state, { lines }, ctx) => {
    const no = firstOf(outside(state, ctx), wrong(state, 'rtoReceived'));
    if (no) return no;
    const dc: DcState = ctx.read['dc'];
    const fates: LineFate[] = [];
    for (const [i, { lineId, qty }] of state.back.entries()) {
      const fate = lines.find((one) => one.lineId === lineId) ?? { lineId, restock: 0, damaged: 0 };
      const line = state.lines.find(({ id }) => id === lineId);
      if (!line) return refuse('notFound', 404);
      if (fate.restock + fate.damaged !== qty)
        return atLine(refuse('fateMissing', 422, { product: line.product, n: qty }), i + 1);
      const expiry = dc.lines.find(({ id }) => id === lineId)?.expiry ?? null;
      const kept =
        fate.restock > 0
          ? firstOf(shelfRefused(line, expiry, ctx.today), blockedAmong([line], ctx.read))
          : null;
      if (kept) return atLine(kept, i + 1);
      fates.push(fate);
    }
    const moves = allMoves(
      fates.flatMap(({ lineId, restock, damaged }) => {
        const barcodeId = state.lines.find(({ id }) => id === lineId)?.barcodeId ?? 0;
        const ref = refOf(state, lineId);
        return [
          ...(restock > 0
            ? [moveStock(stockOf(ctx, barcodeId), 'StockReleasedFromHold', { qty: restock, ref }, null)]
            : []),
          ...(damaged > 0
            ? [
                moveStock(
                  stockOf(ctx, barcodeId),
                  'StockMarkedDamaged',
                  { qty: damaged, from: 'hold', ref },
                  null,
                ),
              ]
            : []),
        ];
      }),
    );
    if (isRefusal(moves)) return moves;
    return [
      own(state, { type: 'RtoInspected', data: { lines: fates } }),
      ...moves,
      toDc(state.id, { type: 'DcClosed', data: {} }),
    ];
  },
});
