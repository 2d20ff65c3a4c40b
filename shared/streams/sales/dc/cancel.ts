import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import {
  firstOf,
  nothingInput,
  outOfPlace,
  reasonInput,
  stepCommand,
  wrongStage,
} from '../../documents/commands.ts';
import type { RxState } from '../../prescriptions/prescription/state.ts';
import { creditReads, issueCredit } from '../invoice/credit.ts';
import { cancelled, orderAfter, orderStream, rxStream, toOrder, toOrderAndQueued } from '../order/parts.ts';
import type { OrderState } from '../order/state.ts';
import { allParts, reshipped } from './outcome.ts';
import { rxBack } from './rx-back.ts';
import { refundReads, undeliveredOwed, undeliveredRefund } from '../return/undelivered-refund.ts';
import { dcLife, type DcState } from './state.ts';

const gone: ReadonlySet<string> = new Set([
  'dispatched',
  'delivered',
  'partlyDelivered',
  'undelivered',
  'rtoInTransit',
  'rtoReceived',
  'closed',
]);
const requestInput = z.strictObject({
  reason: fields.note(250, 10),
  next: z.enum(['again', 'cancelOrder']),
});

export const requestCancel = command<DcState, z.output<typeof requestInput>>({
  input: requestInput,
  need: 'Inventory/dcToBeCancelled:create',
  versioned: true,
  decide: (state, input, ctx) => {
    const no = firstOf(
      outOfPlace(state, ctx),
      gone.has(state.stage) ? refuse('dcDispatched', 409) : null,
      wrongStage(state, dcLife, 'requestCancel'),
    );
    return no ?? [{ type: 'DcCancelRequested', data: { ...input } }];
  },
});

export const rejectCancel = stepCommand<DcState, { reason: string }>({
  step: 'rejectCancel',
  event: 'DcCancelRejected',
  input: reasonInput,
  need: 'Inventory/dcCancellation:approve',
  life: dcLife,
  decide: (state, _input, ctx) =>
    state.cancel?.by.empId === ctx.actor.empId ? refuse('selfApproval', 403) : null,
});

/** The challan keeps its number; the invoice is credited whole, the register of Schedule H1 reversed, and the goods wait to be scanned back. */
export const approveCancel = command<DcState, object>({
  input: nothingInput,
  need: 'Inventory/dcCancellation:approve',
  versioned: true,
  reads: (_input, { header, pooId }, ctx): Readonly<Record<string, string>> => ({
    ...creditReads(header.invoiceId, pooId, ctx.today),
    ...refundReads(pooId, ctx.today),
    order: orderStream(header.orderId),
    ...(header.rxId === null ? {} : { rx: rxStream(header.rxId) }),
  }),
  decide: (state, _input, ctx) => {
    const no = firstOf(
      outOfPlace(state, ctx),
      wrongStage(state, dcLife, 'approveCancel'),
      state.cancel?.by.empId === ctx.actor.empId ? refuse('selfApproval', 403) : null,
    );
    if (no) return no;
    const reason = state.cancel?.reason ?? '';
    const order = ctx.read['order'] as OrderState;
    const credit = issueCredit(ctx.read, {
      undelivered: order.dcs.find(({ id }) => id === state.id),
      parts: allParts(state),
      reason,
      creditNoteId: String(ctx.newNumber('invoice')),
      uId: ctx.newId(),
      today: ctx.today,
    });
    if (isRefusal(credit)) return credit;
    const { creditNoteId, creditNoteNumber, events } = credit;
    const rx = ctx.read['rx'] as RxState | undefined;
    const again = state.cancel?.next !== 'cancelOrder';
    const back = reshipped(
      state,
      allParts(state),
      'dcCancelled',
      again ? 'open' : 'cancelled',
      credit.payablePaise,
    );
    const after = orderAfter(order, [back]);
    const owed = undeliveredOwed(state, after);
    const empty =
      !again &&
      after.lines.every(
        ({ open, allocated, invoiced, delivered }) => open + allocated + invoiced + delivered === 0,
      );
    return {
      events: [
        { type: 'DcCancelled', data: { reason, creditNoteId, creditNoteNumber } },
        ...state.h1
          .filter(({ reversed }) => !reversed)
          .map(({ lineId }): NewEvent => ({
            type: 'H1SupplyReversed',
            data: { lineId, why: creditNoteNumber },
          })),
        ...events,
        ...(empty
          ? [
              toOrder(order.id, back),
              toOrder(order.id, {
                type: 'OrderCancelled',
                data: cancelled(order, reason, owed),
              }),
            ]
          : toOrderAndQueued(order, [back])),
        ...(rx?.received ? rxBack(state, allParts(state), order, again) : []),
        ...(again
          ? []
          : undeliveredRefund(state, { parts: allParts(state), came: [] }, order, credit, owed, ctx)),
      ],
      answer: { creditNoteId, creditNoteNumber },
    };
  },
});
