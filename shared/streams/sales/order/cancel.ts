import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import type { CommandDef } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { firstOf, outOfPlace, reasonInput, stepCommand, wrongStage } from '../../documents/commands.ts';
import type { RxState } from '../../prescriptions/prescription/state.ts';
import { stockStream } from '../../stock/item/state.ts';
import { endPick } from '../pick/end.ts';
import type { PickState } from '../pick/state.ts';
import { refundReads } from '../return/undelivered-refund.ts';
import { owedBack } from './advance.ts';
import { advanceRefund } from './payment.ts';
import { andQueued, cancelled, liveDc, releaseRx, rxStream } from './parts.ts';
import { notYetQueued, openUnits, orderLife, type OrderEvent, type OrderState, type Part } from './state.ts';

/** Before there is a delivery challan; afterwards the challan is cancelled first. */
export const requestCancel = stepCommand<OrderState, { reason: string }>({
  step: 'requestCancel',
  event: 'OrderCancelRequested',
  input: reasonInput,
  need: 'Inventory/orderCancellation:create',
  life: orderLife,
  decide: (state) => {
    const dc = liveDc(state);
    return dc ? refuse('cancelDcFirst', 409, { dc: dc.number }) : null;
  },
});

/** The order stays; where its units are open it waits for the pickers again. */
export const rejectCancel = command<OrderState, { reason: string }>({
  input: reasonInput,
  need: 'Inventory/orderCancellation:approve',
  versioned: true,
  decide: (state, { reason }, ctx) => {
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, orderLife, 'rejectCancel'));
    if (no) return no;
    const event: OrderEvent = { type: 'OrderCancelRejected', data: { reason } };
    const early = notYetQueued.has(state.cancel?.from ?? '');
    return early ? [event] : andQueued(state, [event]).map(({ type, data }) => ({ type, data: { ...data } }));
  },
});

/** What is still promised is given back: stock, prescription, and what was paid; goods in a picker's hand go back to the shelf by scan. */
export const approveCancel: CommandDef<OrderState, object> = command<OrderState, object>({
  input: z.strictObject({}),
  need: 'Inventory/orderCancellation:approve',
  versioned: true,
  reads: (_input, state, { today }) => ({
    ...Object.fromEntries(state.picks.map(({ id }) => [`pick${id}`, `pick-${id}`])),
    ...(state.header.rxId === null ? {} : { rx: rxStream(state.header.rxId) }),
    ...refundReads(state.pooId, today),
  }),
  readsNext: (_input, read) =>
    Object.fromEntries(
      Object.entries(read)
        .filter(([short]) => short.startsWith('pick'))
        .flatMap(([, one]) => {
          const { pooId, lines } = one as PickState;
          return lines.map(({ barcodeId }) => [`s${barcodeId}`, stockStream(pooId, barcodeId)] as const);
        }),
    ),
  decide: (state, _input, ctx) => {
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, orderLife, 'approveCancel'));
    if (no) return no;
    const dc = liveDc(state);
    if (dc) return refuse('cancelDcFirst', 409, { dc: dc.number });
    const reason = state.cancel?.reason ?? '';
    const ended = state.picks.map(({ id }) => endPick(ctx.read[`pick${id}`] as PickState, reason, ctx.read));
    const refused = ended.find(isRefusal);
    if (refused) return refused;
    const promised: readonly Part[] = state.lines.map(({ id, open, allocated }) => ({
      lineId: id,
      qty: open + allocated,
    }));
    const owed = owedBack(state, promised);
    return [
      { type: 'OrderCancelled', data: { ...cancelled(state, reason, owed) } },
      ...releaseRx(state, promised, ctx.read['rx'] as RxState | undefined),
      ...advanceRefund(state, owed, 'ORDER_CANCELLED', ctx),
      ...ended.flatMap((one) => (isRefusal(one) ? [] : one)),
    ];
  },
});

const lineInput = z.strictObject({
  lineId: fields.text(24),
  qty: z.int('badFormat').min(1, 'badFormat').optional(),
  reason: fields.note(250, 5),
});

/** Units that nobody can have any more; an order of which nothing is left is cancelled. */
export const cancelLine = command<OrderState, z.output<typeof lineInput>>({
  input: lineInput,
  need: 'Inventory/socancel:edit',
  reads: (_input, state, { today }): Readonly<Record<string, string>> => ({
    ...(state.header.rxId === null ? {} : { rx: rxStream(state.header.rxId) }),
    ...refundReads(state.pooId, today),
  }),
  decide: (state, { lineId, qty: given, reason }, ctx) => {
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, orderLife, 'cancelLine'));
    if (no) return no;
    const line = state.lines.find(({ id }) => id === lineId);
    if (!line) return refuse('lineGone', 409);
    const qty = given ?? line.open;
    if (qty > line.open || line.open === 0)
      return refuse('onlyOpen', 409, { product: line.product, n: line.open, asked: qty });
    const gone: readonly Part[] = [{ lineId, qty }];
    const events: OrderEvent[] = [
      {
        type: 'OrderLineCancelled',
        data: { lineId, qty, reason, indents: state.indents.filter((one) => one.lineId === lineId) },
      },
    ];
    const nothingLeft =
      openUnits(state) === qty &&
      state.lines.every((one) => one.allocated + one.invoiced + one.delivered === 0);
    const owed = owedBack(state, gone);
    if (nothingLeft) events.push({ type: 'OrderCancelled', data: cancelled(state, reason, owed) });
    const after = state.stage === 'queued' && !nothingLeft ? andQueued(state, events) : events;
    return [
      ...after.map(({ type, data }) => ({ type, data: { ...data } })),
      ...releaseRx(state, gone, ctx.read['rx'] as RxState | undefined),
      ...advanceRefund(state, owed, 'ORDER_CANCELLED', ctx),
    ];
  },
});
