import { z } from 'zod';
import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { addDays } from '../../../core/day.ts';
import * as fields from '../../../core/fields.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { earningStream, reversed, type EarningState } from './earned.ts';
import { earningTranslations } from './translations.ts';

/** A customer who leaves within so many days of an accrual takes it back. */
export const exitDays = 90;

interface EarningOrder {
  readonly orderId: string;
  readonly day: string;
}
/** Orders of one customer that earned somebody an incentive. */
export interface CustomerEarningsState {
  readonly orders: readonly EarningOrder[];
}
type CustomerEarningsEvent = Event<'CustomerEarned', EarningOrder>;

export const customerEarningsStream = (customerId: number): string => `customerearnings-${customerId}`;

const leftInput = z.strictObject({ on: fields.date() });

export const customerEarnings = defineStream<CustomerEarningsState, CustomerEarningsEvent>({
  name: 'customerearnings',
  area: 'money',
  state: 1,
  events: { CustomerEarned: true },
  initial: () => ({ orders: [] }),
  evolve: (state, { data }: RecordedEventOf<CustomerEarningsEvent>) => ({ orders: [...state.orders, data] }),
  visible: (_state, viewer) => viewer.kind !== 'person',
  commands: {
    /** The customer left: what was earned with them in the days before is reversed. */
    reverseForExit: command<CustomerEarningsState, z.output<typeof leftInput>>({
      input: leftInput,
      need: 'system',
      creates: true,
      reads: (_input, { orders }) =>
        Object.fromEntries(orders.map(({ orderId }) => [orderId, earningStream(orderId)])),
      decide: ({ orders }, { on }, ctx) => {
        const orderIds = [...new Set(orders.map(({ orderId }) => orderId))];
        const events = orderIds
          .flatMap((orderId) => (ctx.read[orderId] as EarningState).earned)
          .filter(({ day, paise, reversedPaise }) => addDays(day, exitDays) >= on && reversedPaise < paise)
          .flatMap((earned) =>
            reversed(earned, { cause: 'exit', documentId: null, document: null, parts: null }, ctx),
          );
        return events.length > 0 ? events : refuse('noLongerNeeded', 409);
      },
    }),
  },
  translations: earningTranslations,
  story: [],
});
