import { businessDay, clockTime, showDay } from '../core/day.ts';
import { streamKey, type RecordedEventOf, type StoredEvent } from '../core/event.ts';
import { defineSearch } from '../families/search.ts';
import { evolveCall, noCall, type CallEvent, type CallState } from '../streams/calls/call/state.ts';

/** One's own calls, by the person called, their number in the console, or the number of the call. */
export const callSearch = defineSearch<CallState>({
  kind: 'call',
  label: { en: 'Calls', es: 'Llamadas' },
  streams: ['call'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (before, event, id) =>
    evolveCall(before ?? noCall(id), event as StoredEvent & RecordedEventOf<CallEvent>),
  entry: ({ face, placedAt, disposition }) =>
    face && placedAt !== null
      ? {
          ref: face.ref,
          title: face.name,
          hint: `${face.subjectRef} · ${showDay(businessDay(Date.parse(placedAt)))} ${clockTime(Date.parse(placedAt))}`,
          translations: [face.subjectRef],
          phones: [],
          over: disposition !== null,
        }
      : null,
  screens: [
    {
      need: 'Out Bound/outCall:view',
      link: ({ face }) => (face ? `/outBound/outCall?who=${face.subject}` : null),
    },
  ],
  see: ({ agent }, { empId }) => agent !== null && agent.empId === empId,
  phonesNeed: null,
});
