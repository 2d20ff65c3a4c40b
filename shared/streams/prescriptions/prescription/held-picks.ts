import { z } from 'zod';
import { id, text } from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { rxEvent } from './events.ts';
import type { RxState } from './state.ts';

interface PickedOrder {
  readonly stage: string;
  readonly header: { readonly rxId: number | null };
  readonly picks: readonly { readonly id: string }[];
}
interface OpenPick {
  readonly number: string;
  readonly stage: string;
  readonly held: object | null;
  readonly header: { readonly rxId: number | null };
  readonly picker: { readonly empId: number | null } | null;
}
const over: ReadonlySet<string> = new Set(['putBack', 'dcMade', 'cancelled']);
const pickStream = (pickId: string): string => `pick-${pickId}`;

/** Stages of a new prescription that is decided for good: nothing holds any more what waited for it. */
export const decided: ReadonlySet<RxState['stage']> = new Set(['approved', 'superseded', 'lapsed']);

/** Orders that wait for a pick list: they have promised units, and none of them is in work. */
const waiting: ReadonlySet<string> = new Set(['confirmed', 'queued']);

/**
 * Open pick lists of a replaced prescription wait until the new one is decided, and its orders without a list are put on hold. Both go
 * on only if the new one is rejected, because nothing is supplied on a replaced version.
 */
export const holdPicks = command<RxState, { by: number; ref: string; reason: string }>({
  input: z.strictObject({ by: id(), ref: text(40), reason: text(500) }),
  need: 'system',
  reads: ({ by }, { orders }) => ({
    next: `prescription-${by}`,
    ...Object.fromEntries(orders.map((one) => [`order${one}`, `order-${one}`])),
  }),
  readsNext: (_input, read) =>
    Object.fromEntries(
      Object.entries(read).flatMap(([short, order]) =>
        (short.startsWith('order') ? (order as PickedOrder).picks : []).map(({ id: pickId }) => [
          `pick${pickId}`,
          pickStream(pickId),
        ]),
      ),
    ),
  decide(state, { by, ref, reason }, ctx) {
    const next = ctx.read['next'] as RxState;
    if (state.supersededBy?.id !== by) return refuse('noLongerNeeded', 409);
    const open = Object.entries(ctx.read).flatMap(([short, one]) => {
      if (!short.startsWith('pick')) return [];
      const { number, stage, held, header, picker } = one as OpenPick;
      return over.has(stage) || held !== null || header.rxId !== Number(state.id)
        ? []
        : [{ pickId: short.slice('pick'.length), number, picker: picker?.empId ?? null }];
    });
    const orders = Object.entries(ctx.read).flatMap(([short, one]) => {
      if (!short.startsWith('order')) return [];
      const { stage, header } = one as PickedOrder;
      return waiting.has(stage) && header.rxId === Number(state.id) ? [short.slice('order'.length)] : [];
    });
    if (open.length === 0 && orders.length === 0) return refuse('noLongerNeeded', 409);
    const picks = open.map(({ pickId }) => pickId);
    return [
      ...orders.map((one): NewEvent => ({
        stream: `order-${one}`,
        type: 'OrderHeld',
        data: { reason: 'RX', note: `${ref}: ${reason}`, rxId: by },
      })),
      ...open.map(({ pickId, number, picker }): NewEvent => ({
        stream: pickStream(pickId),
        type: 'PickListHeld',
        data: { rxId: by, ref, reason, picker, number },
      })),
      rxEvent({ type: 'RxPickListsHeld', data: { picks, orders } }, `prescription-${by}`),
      ...(picks.length > 0 && decided.has(next.stage)
        ? [rxEvent({ type: 'RxPickListsReplaced', data: { picks, ref } }, `prescription-${by}`)]
        : []),
    ];
  },
});

/** When this prescription is rejected, the lists and orders that waited for it go on; otherwise the lists end, because nothing is supplied on a replaced version. */
export const releasePicks = command<RxState, { ref: string }>({
  input: z.strictObject({ ref: text(40) }),
  need: 'system',
  reads: (_input, { picks }) => Object.fromEntries(picks.map((one) => [`pick${one}`, pickStream(one)])),
  decide(state, { ref }, ctx) {
    const held = state.picks.filter((one) => (ctx.read[`pick${one}`] as OpenPick).held !== null);
    if (state.stage !== 'rejected')
      return held.length === 0
        ? refuse('noLongerNeeded', 409)
        : [rxEvent({ type: 'RxPickListsReplaced', data: { picks: held, ref } })];
    const orders = state.heldOrders;
    if (held.length === 0 && orders.length === 0) return refuse('noLongerNeeded', 409);
    return [
      ...held.map((one): NewEvent => ({ stream: pickStream(one), type: 'PickListUnheld', data: { ref } })),
      ...(orders.length > 0 ? [rxEvent({ type: 'RxOrdersFreed', data: { orders } })] : []),
    ];
  },
});
