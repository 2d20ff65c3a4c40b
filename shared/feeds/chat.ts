import { streamKey } from '../core/event.ts';
import type { EventOf } from '../core/stream.ts';
import { may, type Viewer } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { About, Abouts } from '../core/about.ts';
import { aboutOf } from '../streams/notices/about.ts';
import type { chatroom } from '../streams/notices/chatroom.ts';
import { chatLimits } from '../streams/notices/chat-limits.ts';

type Own = { readonly empId: number | null };
const own = (viewer: Viewer): Own => ({ empId: viewer.empId });

type Rooms = Own & { readonly rights: readonly string[] };

export interface ChatRoomRow {
  readonly id: string;
  /** Null in direct rooms. */
  readonly title: string | null;
  /** Stream of the record it is about. */
  readonly about: string | null;
  readonly people: readonly { readonly empId: number; readonly name: string }[];
  readonly last: number;
  /** Number of edits and deletions in a room about a record; readers reload when it changes. */
  readonly changed?: number;
  readonly lastAt: string;
  readonly read: Readonly<Record<string, number>>;
}

export const chatRoomsView = defineView<ChatRoomRow, EventOf<typeof chatroom>>({
  name: 'chatRooms',
  version: 2,
  streams: ['chatroom'],
  ids: ({ stream, type }) =>
    (type === 'ChatMessageEdited' || type === 'ChatMessageRemoved') && !aboutOf(streamKey(stream))
      ? []
      : [streamKey(stream)],
  row: (row, { type, data, at }, id) => {
    if (type === 'ChatRoomOpened')
      return {
        id,
        title: data.title,
        about: data.about ?? null,
        people: data.people,
        last: 0,
        lastAt: at,
        read: {},
      };
    if (!row) return null;
    switch (type) {
      case 'ChatMemberJoined':
        return {
          ...row,
          people: [
            ...row.people.filter((one) => one.empId !== data.empId),
            { empId: data.empId, name: data.name },
          ],
        };
      case 'ChatMemberLeft':
        return { ...row, people: row.people.filter((one) => one.empId !== data.empId) };
      case 'ChatMessagePosted':
        return { ...row, last: data.n, lastAt: at, read: { ...row.read, [String(data.empId)]: data.n } };
      case 'ChatMessageEdited':
      case 'ChatMessageRemoved':
        return { ...row, changed: (row.changed ?? 0) + 1 };
      case 'ChatRead':
        return { ...row, read: { ...row.read, [String(data.empId)]: data.n } };
      default:
        return row;
    }
  },
});

/** `text` is null once its author deleted it; `members` are those in the room when it was written. */
export interface ChatMessageRow {
  readonly id: string;
  readonly room: string;
  readonly n: number;
  readonly empId: number;
  readonly name: string;
  readonly text: string | null;
  readonly at: string;
  readonly editedAt: string | null;
  readonly members: readonly number[];
  /** Ids mentioned with `@`; absent: none. */
  readonly mentions?: readonly number[];
}

export const chatMessagesView = defineView<ChatMessageRow, EventOf<typeof chatroom>>({
  name: 'chatMessages',
  version: 2,
  streams: ['chatroom'],
  ids: ({ stream, type, data }) => {
    const room = streamKey(stream);
    if (aboutOf(room)) return []; // read through its route, which checks the record each time
    if (type === 'ChatMessagePosted')
      return data.n > chatLimits.keep
        ? [`${room}:${data.n}`, `${room}:${data.n - chatLimits.keep}`]
        : [`${room}:${data.n}`];
    return type === 'ChatMessageEdited' || type === 'ChatMessageRemoved' ? [`${room}:${data.n}`] : [];
  },
  row: (row, { type, stream, data, at }, id) => {
    const room = streamKey(stream);
    if (type === 'ChatMessageEdited') return row ? { ...row, text: data.text, editedAt: at } : null;
    if (type === 'ChatMessageRemoved') return row ? { ...row, text: null } : null;
    if (type !== 'ChatMessagePosted' || id !== `${room}:${data.n}`) return null;
    const { n, empId, name, text, members, mentions } = data;
    return { id, room, n, empId, name, text, at, editedAt: null, members, ...(mentions ? { mentions } : {}) };
  },
});

/**
 * A room about a record shows its reference and number of messages to members who hold a right to such
 * records; its messages are read through a route.
 */
export function chatRoomsFeed(abouts: Abouts) {
  const needsOf = (room: string): About['needs'] => abouts[aboutOf(room)?.name ?? '']?.needs ?? [];
  /** Rights that give access to rooms about records. */
  const needs = [
    ...new Set(Object.values(abouts).flatMap((one) => (one.needs === 'signedIn' ? [] : one.needs))),
  ].sort();
  return defineFeed<ChatRoomRow, Rooms, ChatRoomRow>({
    name: 'chat/rooms',
    view: chatRoomsView,
    need: 'signedIn',
    scope: (viewer) => ({ empId: viewer.empId, rights: needs.filter((need) => may(viewer, need).ok) }),
    see: (row, scope) => {
      if (!row.people.some((one) => one.empId === scope.empId)) return null;
      const open = row.about === null ? 'signedIn' : needsOf(row.id);
      return open === 'signedIn' || open.some((need) => scope.rights.includes(need)) ? row : null;
    },
    sources: [],
  });
}

export const chatMessages = defineFeed<ChatMessageRow, Own, Omit<ChatMessageRow, 'members'>>({
  name: 'chat/messages',
  view: chatMessagesView,
  need: 'signedIn',
  scope: own,
  see: ({ members, ...row }, scope) => (scope.empId !== null && members.includes(scope.empId) ? row : null),
  sources: [],
});
