import { defineFeed } from '../core/view.ts';
import type { QueueScope } from '../families/queue.ts';
import { queueFeed } from '../families/queue.ts';
import type { EntryRow } from '../queues/pd-list.ts';
import { pdList } from '../queues/pd-list.ts';

const desk = queueFeed(pdList);

/** The rows of the entry desk for its screen of cards, which has a right of its own. */
export const pdCards = defineFeed<EntryRow, QueueScope, EntryRow>({
  ...desk,
  name: 'queue/pdListv2',
  need: 'Prescription/pdListv2:view',
});
