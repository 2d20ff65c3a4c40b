import { streamKey } from '../core/event.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import * as queues from '../queues/index.ts';
import { queueitem } from '../streams/calls/queueitem/queueitem.ts';

const all = Object.values(queues);

/** Where the row of a queue item is worked on. */
function routeOf(item: string): string | null {
  const key = streamKey(item);
  const queue = all.find(({ items }) => key.startsWith(`${items}-`));
  return queue ? `${queue.route}?row=${key.slice(queue.items.length + 1)}` : null;
}

/** Notifies whoever loses a row to a team lead's decision, and whoever gets it, with the reason. */
export const notifyMovedRow = definePolicy({
  name: 'notify-moved-row',
  on: [queueitem.events.QueueItemAssigned, queueitem.events.QueueItemTakenOver],
  react: ({ type, stream, actor, data }) => {
    const route = routeOf(stream);
    if (route === null) return [];
    const push = (message: string, empId: number | null | undefined, name: string): readonly Reaction[] =>
      empId == null || empId === actor.empId
        ? []
        : [
            {
              kind: 'command',
              stream: `notice-${empId}`,
              command: 'push',
              input: {
                message,
                values: { ref: data.ref ?? '', name, reason: data.reason },
                icon: 'person',
                color: 'blue',
                route,
                about: stream,
              },
            },
          ];
    const by = actor.name;
    return [
      ...push('rowTaken', data.from?.empId, by),
      ...(type === 'QueueItemAssigned' ? push('rowAssigned', data.to.empId, by) : []),
    ];
  },
});
