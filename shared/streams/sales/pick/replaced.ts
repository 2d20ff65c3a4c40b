import { z } from 'zod';
import { id, text } from '../../../core/fields.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { stockStream } from '../../stock/item/state.ts';
import { orderAfter, orderStream, rxParts, toOrder } from '../order/parts.ts';
import type { OrderEvent, OrderState } from '../order/state.ts';
import { endPick, heldParts } from './end.ts';
import type { PickState } from './state.ts';

/**
 * The prescription of a held list stays replaced; the new one, if it was approved, has an order of its own. What waits in the trays is free at
 * once, what was picked is scanned back, and the order waits on hold for somebody to cancel it. A list without goods on prescription
 * goes on.
 */
export const endReplaced = command<PickState, { rxId: number; ref: string }>({
  input: z.strictObject({ rxId: id(), ref: text(40) }),
  need: 'system',
  reads: (_input, state) => ({
    ...Object.fromEntries(
      state.lines.map(({ barcodeId }) => [`s${barcodeId}`, stockStream(state.pooId, barcodeId)]),
    ),
    order: orderStream(state.header.orderId),
  }),
  decide: (state, { rxId, ref }, ctx) => {
    const { held, number, picker } = state;
    if (held === null || ['putBack', 'dcMade', 'cancelled'].includes(state.stage))
      return refuse('noLongerNeeded', 409);
    const order = ctx.read['order'] as OrderState;
    const lines = heldParts(state);
    if (rxParts(order, lines).length === 0) return [{ type: 'PickListUnheld', data: { ref } }];
    const note = `${held.ref}: ${held.reason}`;
    const ended = endPick(state, note, ctx.read);
    if (isRefusal(ended)) return ended;
    const deallocated: OrderEvent = {
      type: 'OrderDeallocated',
      data: { pickId: state.id, lines, ends: true, why: 'rxReplaced' },
    };
    const waits = orderAfter(order, [deallocated]).stage === 'queued';
    return [
      { type: 'PickListReplaced', data: { rxId, ref, picker: picker?.empId ?? null, number } },
      ...ended,
      toOrder(order.id, deallocated),
      ...(waits ? [toOrder(order.id, { type: 'OrderHeld', data: { reason: 'RX', note, rxId } })] : []),
    ];
  },
});
