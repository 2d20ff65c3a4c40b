import type { RecordedEventOf, StoredEvent } from '../core/event.ts';
import { streamKey } from '../core/event.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { evolveCaller, noCaller, type CallerEvent, type CallerState } from '../streams/calls/call/caller.ts';

/** The item currently served to an agent, and the numbers of missed previews and skips. */
export interface ServingRow extends CallerState {
  readonly id: string;
}

export const servingView = defineView<ServingRow>({
  name: 'serving',
  version: 2,
  streams: ['caller'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => {
    const fact: RecordedEventOf<CallerEvent> = event as StoredEvent & RecordedEventOf<CallerEvent>;
    return { ...evolveCaller(row ?? noCaller(id), fact), id };
  },
});

/** One's own served item: the same in every tab. */
export const servingMe = defineFeed<ServingRow, { readonly empId: number | null }, ServingRow>({
  name: 'serving/me',
  view: servingView,
  need: 'Out Bound/outCall1:view',
  scope: (viewer) => ({ empId: viewer.empId }),
  see: (row, scope) => (row.empId === scope.empId ? row : null),
  sources: [],
});
