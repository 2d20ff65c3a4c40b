import { addDays, businessDay, instantOf } from '../core/day.ts';
import { streamKey } from '../core/event.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { indent } from '../streams/purchase/indent/indent.ts';
import { minMax } from '../streams/stock/minmax/minmax.ts';
import { replenishment, replenishStream } from '../streams/stock/minmax/replenish.ts';

const nightAt = '02:00';

/** The next run of a place, in the night after this instant (ms). */
const tonight = (pooId: number, at: number): Reaction => ({
  kind: 'command',
  stream: replenishStream(pooId),
  command: 'run',
  input: { night: true },
  at: instantOf(addDays(businessDay(at), 1), nightAt),
});

/** Checks the levels of a place every night; needed goods become an indent, which is submitted at once. */
export const replenish = definePolicy({
  name: 'replenish',
  on: [minMax.events.MinMaxApproved, replenishment.events.ReplenishmentTriggered, indent.events.IndentRaised],
  react: (event): readonly Reaction[] => {
    const key = streamKey(event.stream);
    const at = Date.parse(event.at);
    switch (event.type) {
      case 'MinMaxApproved':
        return [tonight(Number(key.split('-')[0]), at)];
      case 'ReplenishmentTriggered': {
        const pooId = Number(key);
        const { needs } = event.data;
        const lines = needs.map(({ productId, qty }) => ({ id: `p${productId}`, productId, qty }));
        const input = { pooId, header: { source: 'MINMAX' }, lines };
        return [
          ...(needs.length > 0
            ? [{ kind: 'command' as const, stream: 'indent-new', command: 'draft', input }]
            : []),
          tonight(pooId, at),
        ];
      }
      default:
        return event.actor.kind === 'system' && event.data.header.source === 'MINMAX'
          ? [{ kind: 'command', stream: event.stream, command: 'submit', input: {} }]
          : [];
    }
  },
});
