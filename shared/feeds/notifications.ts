import type { StoredEvent } from '../core/event.ts';
import { streamKey } from '../core/event.ts';
import { defineFeed, defineView } from '../core/view.ts';

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

const ids = ({ type, stream, data }: StoredEvent): readonly string[] => {
  const ns: readonly number[] =
    type === 'NotificationPushed'
      ? [data.n, ...data.dropped]
      : (data.read ?? data.done ?? data.reopened ?? data.cleared ?? []);
  return ns.map((n) => `${streamKey(stream)}:${n}`);
};

const changes: Readonly<Record<string, (at: string) => Partial<NoticeRow>>> = {
  NotificationRead: (at) => ({ readAt: at }),
  NotificationDone: (at) => ({ doneAt: at }),
  NotificationReopened: () => ({ doneAt: null }),
  NotificationsClearedAll: (at) => ({ clearedAt: at }),
};

/** All notices of everybody, for inbox and panel. */
export const notifications = defineView<NoticeRow>({
  name: 'notifications',
  version: 2,
  streams: ['notice'],
  ids,
  row: (row, { type, stream, data, at }, id) => {
    const change = changes[type];
    if (change) return row ? { ...row, ...change(at) } : null;
    const empId = Number(streamKey(stream));
    if (type !== 'NotificationPushed' || id !== `${empId}:${data.n}`) return null;
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
    } = data;
    return {
      id,
      empId,
      n,
      seq,
      message,
      values,
      icon,
      time: at,
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
