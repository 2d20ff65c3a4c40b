import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { queueitem } from '../streams/calls/queueitem/queueitem.ts';

/** In: a row enters its queue. Out: checks at its time limit and at twice of it. */
export const watchQueueItem = definePolicy({
  name: 'watch-queue-item',
  on: [queueitem.events.QueueItemEntered],
  react: (event) => {
    const { breachAt, escalateAt } = event.data;
    const at = (level: 1 | 2, when: string): Reaction => ({
      kind: 'command',
      stream: event.stream,
      command: 'breach',
      input: { level, at: when },
      at: Date.parse(when),
    });
    return [...(breachAt ? [at(1, breachAt)] : []), ...(escalateAt ? [at(2, escalateAt)] : [])];
  },
});

/** In: a row was parked. Out: its return at its time. */
export const returnParked = definePolicy({
  name: 'return-parked',
  on: [queueitem.events.QueueItemParked],
  react: (event) => [
    {
      kind: 'command',
      stream: event.stream,
      command: 'return',
      input: { until: event.data.until },
      at: Date.parse(event.data.until),
    },
  ],
});
