import { plainText } from '#shared/core/plain.ts';
import type { ChatMessageRow, ChatRoomRow } from '#shared/feeds/chat.ts';

export type RoomRow = Pick<ChatRoomRow, keyof ChatRoomRow>;
export type MessageRow = Omit<Pick<ChatMessageRow, keyof ChatMessageRow>, 'members'>;

/** Rooms whose name has every word of what was typed. */
export function withName(rooms: readonly RoomRow[], typed: string, empId: number): readonly RoomRow[] {
  const words = plainText(typed).split(' ').filter(Boolean);
  return words.length === 0
    ? rooms
    : rooms.filter((room) => words.every((word) => plainText(`${nameOfRoom(room, empId)} ${room.people.map(({ name }) => name).join(' ')}`).includes(word)));
}

/** The key of the room of two. */
export function directRoom(a: number, b: number): string {
  return `${Math.min(a, b)}-${Math.max(a, b)}`;
}

/** What a room is called by one of its people: its name, or the other person's. */
export function nameOfRoom(room: Pick<RoomRow, 'title' | 'people'>, empId: number): string {
  return room.title ?? room.people.find((one) => one.empId !== empId)?.name ?? '';
}

/** How many of the messages one has not read. */
export function unreadIn(room: Pick<RoomRow, 'last' | 'read'>, empId: number): number {
  return Math.max(0, room.last - (room.read[String(empId)] ?? 0));
}

/** The newest conversation first. */
export function byNewest(rooms: readonly RoomRow[]): readonly RoomRow[] {
  return rooms.toSorted((a, b) => (a.lastAt < b.lastAt ? 1 : a.lastAt > b.lastAt ? -1 : a.id < b.id ? -1 : 1));
}

/** Whether a message stands under the same head as the one before it: same author, within five minutes. */
export function continues(before: Pick<MessageRow, 'empId' | 'at'> | undefined, now: Pick<MessageRow, 'empId' | 'at'>): boolean {
  return before !== undefined && before.empId === now.empId && Date.parse(now.at) - Date.parse(before.at) < 5 * 60_000;
}
