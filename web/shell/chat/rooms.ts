import { plainText } from '#shared/core/plain.ts';
import type { ChatMessageRow, ChatRoomRow } from '#shared/feeds/chat.ts';

export type RoomRow = Pick<ChatRoomRow, keyof ChatRoomRow>;
export type MessageRow = Omit<Pick<ChatMessageRow, keyof ChatMessageRow>, 'members'>;

/** Rooms whose name contains every typed word. */
export function withName(rooms: readonly RoomRow[], typed: string, empId: number): readonly RoomRow[] {
  const translations = plainText(typed).split(' ').filter(Boolean);
  return translations.length === 0
    ? rooms
    : rooms.filter((room) =>
        translations.every((word) =>
          plainText(`${nameOfRoom(room, empId)} ${room.people.map(({ name }) => name).join(' ')}`).includes(
            word,
          ),
        ),
      );
}

/** Key of the direct room of two people. */
export function directRoom(a: number, b: number): string {
  return `${Math.min(a, b)}-${Math.max(a, b)}`;
}

/** Name of a room for one of its members: its title, or the other person's name. */
export function nameOfRoom(room: Pick<RoomRow, 'title' | 'people'>, empId: number): string {
  return room.title ?? room.people.find((one) => one.empId !== empId)?.name ?? '';
}

/** Number of unread messages. */
export function unreadIn(room: Pick<RoomRow, 'last' | 'read'>, empId: number): number {
  return Math.max(0, room.last - (room.read[String(empId)] ?? 0));
}

/** Sorts by the latest message. */
export function byNewest(rooms: readonly RoomRow[]): readonly RoomRow[] {
  return rooms.toSorted((a, b) =>
    a.lastAt < b.lastAt ? 1 : a.lastAt > b.lastAt ? -1 : a.id < b.id ? -1 : 1,
  );
}

/**
 * Whether a message continues the previous one under the same author's name: same author, within five
 * minutes.
 */
export function continues(
  before: Pick<MessageRow, 'empId' | 'at'> | undefined,
  now: Pick<MessageRow, 'empId' | 'at'>,
): boolean {
  return (
    before !== undefined &&
    before.empId === now.empId &&
    Date.parse(now.at) - Date.parse(before.at) < 5 * 60_000
  );
}
