import { z } from 'zod';
import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { placeStream } from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import { documentTranslations } from '../../documents/refusals.ts';
import { toOrder, type Levels } from './levels.ts';

/** The projected stock at the place of a product with levels. */
export interface Projected extends Levels {
  readonly productId: number;
  readonly projected: number;
}
export interface ReplenishState {
  readonly pooId: number;
  readonly exists: boolean;
  readonly lastDay: string | null;
  /** The indent of the last run that needed anything. */
  readonly last: { readonly day: string; readonly lines: number } | null;
}
export interface Needed {
  readonly productId: number;
  readonly qty: number;
  readonly projected: number;
  readonly min: number;
  readonly max: number;
}
export type ReplenishEvent = Event<
  'ReplenishmentTriggered',
  { readonly day: string; readonly needs: readonly Needed[] }
>;

const mostLines = 500;
export const replenishStream = (pooId: number): string => `replenishment-${pooId}`;

/** Products below their minimum, and the units that refill them to their maximum. */
export function needsOf(projected: readonly Projected[]): readonly Needed[] {
  return projected
    .map((one) => ({ ...one, qty: toOrder(one, one.projected) }))
    .filter(({ qty }) => qty > 0)
    .slice(0, mostLines)
    .map(({ productId, qty, projected: now, min, max }) => ({ productId, qty, projected: now, min, max }));
}

/** Every night, and on request: the goods a place lacks become an indent. */
export const replenishment = defineStream<ReplenishState, ReplenishEvent>({
  name: 'replenishment',
  area: 'stock',
  state: 1,
  events: { ReplenishmentTriggered: true },
  initial: (key) => ({ pooId: Number(key), exists: false, lastDay: null, last: null }),
  evolve: (state, event: RecordedEventOf<ReplenishEvent>) => {
    if (event.type !== 'ReplenishmentTriggered') return state;
    const { day, needs } = event.data;
    return {
      ...state,
      exists: true,
      lastDay: day,
      last: needs.length > 0 ? { day, lines: needs.length } : state.last,
    };
  },
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  commands: {
    run: command<ReplenishState, { night?: boolean | undefined }>({
      input: z.strictObject({ night: z.boolean().optional() }),
      need: ['Inventory/minMaxList:create', 'Inventory/minMaxList:edit'],
      creates: true,
      reads: (_input, { pooId }) => ({ place: placeStream(pooId) }),
      decide: (state, { night = false }, ctx) => {
        if (ctx.viewer.kind === 'person' && !inPoos(ctx.viewer, state.pooId))
          return refuse('pooNotMapped', 403, { poo: String(state.pooId) });
        const place: MasterState = ctx.read['place'];
        if (!place.exists || place.iStatus !== 1) return refuse('notFound', 404);
        if (night && state.lastDay === ctx.today) return refuse('noLongerNeeded', 409);
        const prepared = ctx.prepared as { readonly projected?: readonly Projected[] } | undefined;
        const needs = needsOf(prepared?.projected ?? []);
        if (needs.length === 0 && !night) return refuse('nothingBelow', 409);
        return {
          events: [{ type: 'ReplenishmentTriggered', data: { day: ctx.today, needs } }],
          answer: { lines: needs.length },
        };
      },
    }),
  },
  translations: documentTranslations({
    en: {
      nothingBelow: 'Nothing is below its minimum, counting what is ordered or on its way.',
      ReplenishmentTriggered: 'Replenishment run',
    },
    es: {
      nothingBelow: 'Nada está por debajo de su mínimo, contando lo pedido y lo que está en camino.',
      ReplenishmentTriggered: 'Reposición ejecutada',
    },
  }),
  story: [],
});
