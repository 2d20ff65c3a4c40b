import type { PolicyDef } from '../core/policy.ts';
import { queueFace } from '../streams/calls/enter-queue.ts';
import { itemStream } from '../streams/calls/leases.ts';
import { streamKey, streamName } from '../core/event.ts';
import type { QueueDef } from './queue.ts';
import { queueNeed } from './queue.ts';
import type { SearchKind } from './search.ts';

/**
 * Enters and removes items of a queue whose subject does not write them itself. A single policy, so that both
 * follow the sequence of the log.
 */
export function queuePolicy({
  name,
  rules,
  subject,
  entering: { enter, leave },
}: QueueDef): PolicyDef | null {
  if (!enter.item) return null;
  return {
    name: `queue-${name}`,
    on: [...enter.on, ...leave],
    react: (event) => {
      if (streamName(event.stream) !== subject) return [];
      const stream = itemStream(name, streamKey(event.stream));
      if (leave.includes(event.type))
        return [{ kind: 'command', stream, command: 'remove', input: { why: event.type } }];
      const entered = enter.item?.(event);
      return entered
        ? [{ kind: 'command', stream, command: 'enter', input: { ...queueFace(rules, entered) } }]
        : [];
    },
  };
}

/** Makes a search kind open its records in their queue first. */
export function withQueues(kind: SearchKind, queues: readonly QueueDef[]): SearchKind {
  const screens = queues
    .filter(({ subject }) => kind.streams.includes(subject))
    .map((queue) => ({
      need: queueNeed(queue),
      link: (state: unknown, id: string) => (queue.holds(state) ? `${queue.route}?row=${id}` : null),
    }));
  return screens.length === 0 ? kind : { ...kind, screens: [...screens, ...kind.screens] };
}
