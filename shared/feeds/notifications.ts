import { streamKey } from '../core/event.ts';
import type { EventOf } from '../core/stream.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { notice } from '../streams/notices/notice.ts';

type NoticeEvent = EventOf<typeof notice>;

/** One row of the panel, newest first by `seq`; `message` is a translation key of the stream `notice`. */
export interface NoticeRow {
  readonly id: string;
  readonly empId: number;
  readonly n: number;
  readonly seq: number;
  readonly message: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly icon: string;
  readonly time: string;
  readonly route: string;
  readonly color: string;
  readonly count: number;
  readonly about: string | null;
  readonly due: string | null;
  readonly urgent: boolean;
  readonly panel: boolean;
  readonly sound: boolean;
  readonly readAt: string | null;
  readonly doneAt: string | null;
  readonly clearedAt: string | null;
}

/** The notices that an event is about. */
function numbersIn(event: NoticeEvent): readonly number[] {
  switch (event.type) {
    case 'NotificationPushed':
      return [event.data.n, ...event.data.dropped];
    case 'NotificationRead':
      return event.data.read;
    case 'NotificationDone':
      return event.data.done;
    case 'NotificationReopened':
      return event.data.reopened;
    case 'NotificationsClearedAll':
      return event.data.cleared;
    // An event that only a newer node knows changes no row here.
    default:
      return [];
  }
}

function changed(event: Exclude<NoticeEvent, { readonly type: 'NotificationPushed' }>): Partial<NoticeRow> {
  switch (event.type) {
    case 'NotificationRead':
      return { readAt: event.at };
    case 'NotificationDone':
      return { doneAt: event.at };
    case 'NotificationReopened':
      return { doneAt: null };
    case 'NotificationsClearedAll':
      return { clearedAt: event.at };
    default:
      return {};
  }
}

/** All notices of everybody, for inbox and panel. */
export const notifications = defineView<NoticeRow, NoticeEvent>({
  name: 'notifications',
  version: 2,
  streams: ['notice'],
  ids: (event) => numbersIn(event).map((n) => `${streamKey(event.stream)}:${n}`),
  row: (row, event, id) => {
    if (event.type !== 'NotificationPushed') return row ? { ...row, ...changed(event) } : null;
    const empId = Number(streamKey(event.stream));
    if (id !== `${empId}:${event.data.n}`) return null;
    const {
      n,
      seq,
      message,
      values,
      icon,
      route,
      color,
      count,
      about = null,
      due = null,
      urgent = false,
      panel = true,
      sound = true,
    } = event.data;
    return {
      id,
      empId,
      n,
      seq,
      message,
      values,
      icon,
      time: event.at,
      route,
      color,
      count,
      about,
      due,
      urgent,
      panel,
      sound,
      readAt: null,
      doneAt: null,
      clearedAt: null,
    };
  },
});

export const notificationsMe = defineFeed<NoticeRow, { readonly empId: number | null }, NoticeRow>({
  name: 'notifications/me',
  view: notifications,
  need: 'signedIn',
  scope: (viewer) => ({ empId: viewer.empId }),
  see: (row, scope) => (row.empId === scope.empId ? row : null),
  sources: [],
});
