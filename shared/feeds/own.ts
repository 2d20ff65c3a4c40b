import { streamKey } from '../core/event.ts';
import type { EventOf } from '../core/stream.ts';
import type { Viewer } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { CalendarEntry, calendarentry } from '../streams/notices/calendarentry.ts';
import type { preference } from '../streams/people/preference.ts';
import { evolveEntry, noEntry } from '../streams/notices/calendarentry.ts';

type Own = { readonly empId: number | null };
const own = (viewer: Viewer): Own => ({ empId: viewer.empId });

/** One personal setting. */
export interface PreferenceRow {
  readonly id: string;
  readonly empId: number;
  readonly name: string;
  readonly value: unknown;
}

export const preferences = defineView<PreferenceRow, EventOf<typeof preference>>({
  name: 'preferences',
  version: 1,
  streams: ['preference'],
  ids: ({ data }) => [`${data.empId}:${data.name}`],
  row: (_row, { data }, id) => ({ id, empId: data.empId, name: data.name, value: data.value }),
});

export const preferencesMe = defineFeed<PreferenceRow, Own, PreferenceRow>({
  name: 'preferences/me',
  view: preferences,
  need: 'signedIn',
  scope: own,
  see: (row, scope) => (row.empId === scope.empId ? row : null),
  sources: [],
});

export interface CalendarRow extends Omit<CalendarEntry, 'id'> {
  readonly id: string;
}

export const calendar = defineView<CalendarRow, EventOf<typeof calendarentry>>({
  name: 'calendar',
  version: 1,
  streams: ['calendarentry'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => {
    const state = evolveEntry(row ? { ...row, id: Number(id) } : noEntry(id), event);
    return state.removed || state.empId === null ? null : { ...state, id };
  },
});

export const calendarMe = defineFeed<CalendarRow, Own, CalendarRow>({
  name: 'calendar/me',
  view: calendar,
  need: 'signedIn',
  scope: own,
  see: (row, scope) => (row.empId === scope.empId ? row : null),
  sources: [],
});
