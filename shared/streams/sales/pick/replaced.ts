import { z } from 'zod';
import { id, text } from '../../../core/fields.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { rxParts } from '../order/parts.ts';
import type { OrderState } from '../order/state.ts';
import { endPick, endReads, endReadsNext, freeOrder, heldParts } from './end.ts';
import type { PickState } from './state.ts';

/**
 * The prescription of a held list stays replaced; the new one, if it was approved, has an order of its own. What waits in the trays is free at
 * once, what was picked is scanned back, and the order waits on hold for somebody to cancel it. A list without goods on prescription
 * goes on.
 */
export const endReplaced = command<PickState, { rxId: number; ref: string }>({
  input: z.strictObject({ rxId: id(), ref: text(40) }),
  need: 'system',
  reads: (_input, state) => endReads(state),
  readsNext: endReadsNext,
  decide: (state, { rxId, ref }, ctx) => {
    const { held, number, picker } = state;
    if (held === null || ['putBack', 'dcMade', 'cancelled'].includes(state.stage))
      return refuse('noLongerNeeded', 409);
    const order = ctx.read['order'] as OrderState;
    if (rxParts(order, heldParts(state)).length === 0) return [{ type: 'PickListUnheld', data: { ref } }];
    const ended = endPick(state, `${held.ref}: ${held.reason}`, ctx.read, null);
    return isRefusal(ended)
      ? ended
      : [
          { type: 'PickListReplaced', data: { rxId, ref, picker: picker?.empId ?? null, number } },
          ...ended,
          ...freeOrder(state, 'rxReplaced', ctx.read),
        ];
  },
});
