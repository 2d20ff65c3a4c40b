import type { Ask } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';

/** When a row enters its queue: ask at its time limit, and at twice of it, whether it is still there. */
export const watchQueueItem = definePolicy({
  name: 'watch-queue-item',
  on: ['QueueItemEntered'],
  ask: (event) => {
    const { breachAt, escalateAt } = event.data;
    const at = (level: 1 | 2, when: string): Ask => ({
      kind: 'command',
      stream: event.stream,
      command: 'breach',
      input: { level, at: when },
      at: Date.parse(when),
    });
    return [...(breachAt ? [at(1, breachAt)] : []), ...(escalateAt ? [at(2, escalateAt)] : [])];
  },
});

/** When a row was parked: bring it back at its time. */
export const returnParked = definePolicy({
  name: 'return-parked',
  on: ['QueueItemParked'],
  ask: (event) => [{ kind: 'command', stream: event.stream, command: 'return', input: { until: event.data.until }, at: Date.parse(event.data.until) }],
});
