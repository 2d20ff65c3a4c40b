import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import * as queues from '../queues/index.ts';
import { callerStream } from '../streams/calls/call/caller.ts';
import { caller } from '../streams/calls/call/serving.ts';
import { queueitem } from '../streams/calls/queueitem/queueitem.ts';

/** In: an item was served. Out: the end of its preview. */
export const endPreview = definePolicy({
  name: 'end-preview',
  on: [caller.events.ItemServed],
  react: ({ stream, data }) => [
    {
      kind: 'command',
      stream,
      command: 'missPreview',
      input: { until: data.previewUntil },
      at: Date.parse(data.previewUntil),
    },
  ],
});

/** Only rows that are called are served. */
const servedFrom = Object.values(queues).flatMap((queue) => (queue.rules.dial ? [queue.items] : []));

/** In: a served row was closed, taken over or expired. Out: it is no longer served. */
export const loseServed = definePolicy({
  name: 'lose-served',
  on: [
    queueitem.events.QueueItemRemoved,
    queueitem.events.QueueItemLeaseExpired,
    queueitem.events.QueueItemTakenOver,
    queueitem.events.QueueItemAssigned,
  ],
  react: ({ type, stream, data }) => {
    const held: { readonly empId?: number | null; readonly leaseId?: string | null } =
      type === 'QueueItemTakenOver' || type === 'QueueItemAssigned' ? (data.from ?? {}) : data;
    if (held.empId == null || !servedFrom.some((queue) => streamKey(stream).startsWith(`${queue}-`)))
      return [];
    return [
      {
        kind: 'command',
        stream: callerStream(held.empId),
        command: 'loseServed',
        input: { item: stream, leaseId: held.leaseId ?? null },
      },
    ];
  },
});
