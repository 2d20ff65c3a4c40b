import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import type { ViewDef } from '#shared/core/view.ts';
import type { ChatMessageRow } from '#shared/feeds/chat.ts';
import { chatMessages, chatMessagesView, chatRooms, chatRoomsView } from '#shared/feeds/chat.ts';
import { person, playHouse, tellStory, told } from '#tests/kit/played.ts';
import { chatLimits } from './chat-limits.ts';
import { chatroom, pairOf } from './chatroom.ts';

const people = [person(101, 'Ravi'), person(102, 'Divya'), person(103, 'Kiran'), person(104, 'Meera', { active: false })];

function open() {
  const house = playHouse([chatroom], people);
  const fold = <R>(view: ViewDef<R>): Map<string, R> => {
    const rows = new Map<string, R>();
    house.log.forEach((fact, i) => {
      const event: StoredEvent = { ...fact, position: i + 1, id: String(i), correlationId: '' };
      for (const id of view.ids(event)) {
        const row = view.row(rows.get(id), event, id);
        if (row) rows.set(id, row);
        else rows.delete(id);
      }
    });
    return rows;
  };
  const seenBy = (empId: number): readonly (Omit<ChatMessageRow, 'members'> | null)[] =>
    [...fold(chatMessagesView)].map(([id, row]) => chatMessages.see(row, { empId }, id)).filter((row) => row !== null);
  return { ...house, fold, seenBy };
}

describe('two people', () => {
  it('talk in a room that opens with the first message', () => {
    const house = open();
    expect(told(house.order(101, 'chatroom-101-102', 'say', { text: ' Hello ' }, 0))).toEqual(['ChatRoomOpened', 'ChatMessagePosted']);
    expect(told(house.order(102, 'chatroom-101-102', 'say', { text: 'Yes?' }, 1))).toEqual(['ChatMessagePosted']);
    expect(house.seenBy(101).map((row) => row!.text)).toEqual(['Hello', 'Yes?']);
    expect([...house.fold(chatRoomsView).values()]).toMatchObject([{ id: '101-102', title: null, last: 2, read: { 101: 1, 102: 2 } }]);
  });
  it('are not overheard, and no room is opened for others or with who is not there', () => {
    const house = open();
    house.order(101, 'chatroom-101-102', 'say', { text: 'Secret' }, 0);
    expect(house.seenBy(103)).toEqual([]);
    expect(chatRooms.see([...house.fold(chatRoomsView).values()][0]!, { empId: 103, rights: [] }, '101-102')).toBeNull();
    for (const [who, room] of [
      [103, '101-102'],
      [103, '201-202'],
      [101, '102-101'],
      [101, '7'],
    ] as const)
      expect(told(house.order(who, `chatroom-${room}`, 'say', { text: 'x' }, 1))).toBe('notFound');
    expect(told(house.order(101, 'chatroom-101-104', 'say', { text: 'x' }, 1))).toBe('notInList');
  });
});

describe('a message', () => {
  it('is changed by its author only, for five minutes; taken back at any time, leaving a mark', () => {
    const house = open();
    house.order(101, 'chatroom-101-102', 'say', { text: 'Helo' }, 0);
    expect(told(house.order(102, 'chatroom-101-102', 'edit', { n: 1, text: 'x' }, 1))).toBe('notYourMessage');
    expect(told(house.order(101, 'chatroom-101-102', 'edit', { n: 1, text: 'Hello' }, chatLimits.editMs))).toEqual(['ChatMessageEdited']);
    expect(told(house.order(101, 'chatroom-101-102', 'edit', { n: 1, text: 'late' }, chatLimits.editMs + 1))).toBe('editTooLate');
    expect(house.seenBy(102)).toMatchObject([{ text: 'Hello' }]);
    house.order(101, 'chatroom-101-102', 'remove', { n: 1 }, 10 * chatLimits.editMs);
    expect(house.seenBy(102)).toMatchObject([{ text: null }]);
    expect(told(house.order(101, 'chatroom-101-102', 'remove', { n: 1 }, 1))).toBe('notFound');
  });
  it('goes when two hundred newer ones stand above it', () => {
    const house = open();
    for (let i = 0; i <= chatLimits.keep; i += 1) house.order(101, 'chatroom-101-102', 'say', { text: `m${i}` }, i);
    const seen = house.seenBy(102);
    expect([seen.length, seen[0]!.text]).toEqual([chatLimits.keep, 'm1']);
  });
});

describe('a room with a name', () => {
  it('lets members in and out; who comes later sees what is said later', () => {
    const house = open();
    expect(told(house.order(101, 'chatroom-new', 'open', { title: 'Morning', members: [102] }, 0))).toEqual(['ChatRoomOpened']);
    house.order(101, 'chatroom-1', 'say', { text: 'early' }, 1);
    expect(told(house.order(103, 'chatroom-1', 'say', { text: 'x' }, 1))).toBe('notFound');
    expect(told(house.order(102, 'chatroom-1', 'invite', { empId: 103 }, 2))).toEqual(['ChatMemberJoined']);
    house.order(101, 'chatroom-1', 'say', { text: 'later' }, 3);
    expect(house.seenBy(103).map((row) => row!.text)).toEqual(['later']);
    expect(told(house.order(102, 'chatroom-1', 'leave', {}, 4))).toEqual(['ChatMemberLeft']);
    expect(told(house.order(102, 'chatroom-1', 'say', { text: 'x' }, 5))).toBe('notFound');
    expect(told(house.order(101, 'chatroom-new', 'open', { title: 'With nobody', members: [104] }, 6))).toBe('notInList');
  });
  it('counts how far each has read, never back', () => {
    const house = open();
    house.order(101, 'chatroom-101-102', 'say', { text: 'a' }, 0);
    expect(told(house.order(102, 'chatroom-101-102', 'read', { n: 99 }, 1))).toEqual(['ChatRead']);
    expect(told(house.order(102, 'chatroom-101-102', 'read', { n: 0 }, 2))).toEqual([]);
    expect(house.state('chatroom-101-102').read).toEqual({ 101: 1, 102: 1 });
  });
});

it.each([
  ['101-102', [101, 102]],
  ['102-101', null],
  ['101-101', null],
  ['0-5', null],
  ['1', null],
  ['1-2-3', null],
])('a direct room is named after its two: %s', (key, pair) => expect(pairOf(key)).toEqual(pair));

it('tells its story', () => {
  expect(tellStory(open(), chatroom.story!)).toEqual([['ChatRoomOpened', 'ChatMessagePosted'], ['ChatMessagePosted'], ['ChatRead']]);
});
