import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import type { ViewDef } from '#shared/core/view.ts';
import type { ChatMessageRow } from '#shared/feeds/chat.ts';
import { chatMessages, chatMessagesView, chatRoomsFeed, chatRoomsView } from '#shared/feeds/chat.ts';
import { chatMentions } from '#shared/policies/chat-mentions.ts';
import { person, playPolicies, playServer, playStoryOf, emitted } from '#tests/kit/played.ts';
import { preference } from '../people/preference.ts';
import { chatLimits } from './chat-limits.ts';
import { chatroomStream, pairOf } from './chatroom.ts';
import { notice } from './notice.ts';

const chatroom = chatroomStream({});
const chatRooms = chatRoomsFeed({});

const people = [
  person(101, 'Ravi'),
  person(102, 'Divya'),
  person(103, 'Kiran'),
  person(104, 'Meera', { active: false }),
];

function open() {
  const server = playServer([chatroom], people);
  const fold = <R>(view: ViewDef<R>): Map<string, R> => {
    const rows = new Map<string, R>();
    server.log.forEach((message, i) => {
      const event: StoredEvent = { ...message, position: i + 1, id: String(i), correlationId: '' };
      for (const id of view.ids(event)) {
        const row = view.row(rows.get(id), event, id);
        if (row) rows.set(id, row);
        else rows.delete(id);
      }
    });
    return rows;
  };
  const seenBy = (empId: number): readonly (Omit<ChatMessageRow, 'members'> | null)[] =>
    [...fold(chatMessagesView)]
      .map(([id, row]) => chatMessages.see(row, { empId }, id))
      .filter((row) => row !== null);
  return { ...server, fold, seenBy };
}

describe('two people', () => {
  it('talk in a room that opens with the first message', () => {
    const server = open();
    expect(emitted(server.command(101, 'chatroom-101-102', 'say', { text: ' Hello ' }, 0))).toEqual([
      'ChatRoomOpened',
      'ChatMessagePosted',
    ]);
    expect(emitted(server.command(102, 'chatroom-101-102', 'say', { text: 'Yes?' }, 1))).toEqual([
      'ChatMessagePosted',
    ]);
    expect(server.seenBy(101).map((row) => row!.text)).toEqual(['Hello', 'Yes?']);
    expect([...server.fold(chatRoomsView).values()]).toMatchObject([
      { id: '101-102', title: null, last: 2, read: { 101: 1, 102: 2 } },
    ]);
  });
  it('have a private room that nobody can open for others', () => {
    const server = open();
    server.command(101, 'chatroom-101-102', 'say', { text: 'Secret' }, 0);
    expect(server.seenBy(103)).toEqual([]);
    expect(
      chatRooms.see([...server.fold(chatRoomsView).values()][0]!, { empId: 103, rights: [] }, '101-102'),
    ).toBeNull();
    for (const [who, room] of [
      [103, '101-102'],
      [103, '201-202'],
      [101, '102-101'],
      [101, '7'],
    ] as const)
      expect(emitted(server.command(who, `chatroom-${room}`, 'say', { text: 'x' }, 1))).toBe('notFound');
    expect(emitted(server.command(101, 'chatroom-101-104', 'say', { text: 'x' }, 1))).toBe('notInList');
  });
});

describe('a message', () => {
  it('can be edited by its author for five minutes and deleted at any time', () => {
    const server = open();
    server.command(101, 'chatroom-101-102', 'say', { text: 'Helo' }, 0);
    expect(emitted(server.command(102, 'chatroom-101-102', 'edit', { n: 1, text: 'x' }, 1))).toBe(
      'notYourMessage',
    );
    expect(
      emitted(server.command(101, 'chatroom-101-102', 'edit', { n: 1, text: 'Hello' }, chatLimits.editMs)),
    ).toEqual(['ChatMessageEdited']);
    expect(
      emitted(server.command(101, 'chatroom-101-102', 'edit', { n: 1, text: 'late' }, chatLimits.editMs + 1)),
    ).toBe('editTooLate');
    expect(server.seenBy(102)).toMatchObject([{ text: 'Hello' }]);
    server.command(101, 'chatroom-101-102', 'remove', { n: 1 }, 10 * chatLimits.editMs);
    expect(server.seenBy(102)).toMatchObject([{ text: null }]);
    expect(emitted(server.command(101, 'chatroom-101-102', 'remove', { n: 1 }, 1))).toBe('notFound');
  });
  it('is dropped from state after two hundred newer ones', () => {
    const server = open();
    for (let i = 0; i <= chatLimits.keep; i += 1)
      server.command(101, 'chatroom-101-102', 'say', { text: `m${i}` }, i);
    const seen = server.seenBy(102);
    expect([seen.length, seen[0]!.text]).toEqual([chatLimits.keep, 'm1']);
  });
});

describe('a named room', () => {
  it('admits and releases members; later members see later messages', () => {
    const server = open();
    expect(
      emitted(server.command(101, 'chatroom-new', 'open', { title: 'Morning', members: [102] }, 0)),
    ).toEqual(['ChatRoomOpened']);
    server.command(101, 'chatroom-1', 'say', { text: 'early' }, 1);
    expect(emitted(server.command(103, 'chatroom-1', 'say', { text: 'x' }, 1))).toBe('notFound');
    expect(emitted(server.command(102, 'chatroom-1', 'invite', { empId: 103 }, 2))).toEqual([
      'ChatMemberJoined',
    ]);
    server.command(101, 'chatroom-1', 'say', { text: 'later' }, 3);
    expect(server.seenBy(103).map((row) => row!.text)).toEqual(['later']);
    expect(emitted(server.command(102, 'chatroom-1', 'leave', {}, 4))).toEqual(['ChatMemberLeft']);
    expect(emitted(server.command(102, 'chatroom-1', 'say', { text: 'x' }, 5))).toBe('notFound');
  });
  it('tracks how far each has read, never backwards', () => {
    const server = open();
    server.command(101, 'chatroom-101-102', 'say', { text: 'a' }, 0);
    expect(emitted(server.command(102, 'chatroom-101-102', 'read', { n: 99 }, 1))).toEqual(['ChatRead']);
    expect(emitted(server.command(102, 'chatroom-101-102', 'read', { n: 0 }, 2))).toEqual([]);
    expect(server.state('chatroom-101-102').read).toEqual({ 101: 1, 102: 1 });
  });
});

describe('a mention', () => {
  it('given one that nobody has read, when its message is read in the room, then its notice is read; later ones are not', () => {
    const server = playServer([chatroom, notice, preference], people);
    const policies = playPolicies(server, [chatMentions]);
    const unread = () =>
      server
        .state('notice-102')
        .items.map(({ readAt }: { readonly readAt: string | null }) => readAt === null);
    server.command(101, 'chatroom-101-102', 'say', { text: '@Divya one' }, 0);
    server.command(101, 'chatroom-101-102', 'say', { text: 'and more' }, 1);
    server.command(101, 'chatroom-101-102', 'say', { text: '@Divya two' }, 2);
    policies.until(10);
    expect(unread()).toEqual([true, true]);
    server.command(102, 'chatroom-101-102', 'read', { n: 2 }, 20);
    policies.until(30);
    expect(unread()).toEqual([false, true]);
  });
});

it.each(['\u2063', ' \u200b ', '\u2800'])(
  'given a text of which nothing can be seen, when it is sent, then it is refused: %j',
  (text) => expect(() => open().command(101, 'chatroom-101-102', 'say', { text }, 0)).toThrow('required'),
);

it.each([
  ['101-102', [101, 102]],
  ['102-101', null],
  ['101-101', null],
  ['0-5', null],
  ['1', null],
  ['1-2-3', null],
])('a direct room is named after its two: %s', (key, pair) => expect(pairOf(key)).toEqual(pair));

it('plays its story', () => {
  expect(playStoryOf(open(), chatroom.story!)).toEqual([
    ['ChatRoomOpened', 'ChatMessagePosted'],
    ['ChatMessagePosted'],
    ['ChatRead'],
  ]);
});
