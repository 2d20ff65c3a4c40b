import { describe, expect, it } from 'vitest';
import { chatRoomsFeed, chatRoomsView } from '#shared/feeds/chat.ts';
import { chatMentions } from '#shared/policies/chat-mentions.ts';
import { signup } from '#shared/streams/customers/signup/signup.ts';
import { person, playServer, emitted } from '#tests/kit/played.ts';
import { aboutOf, aboutsOf } from './about.ts';
import { chatroomStream } from './chatroom.ts';
import { mentionsIn } from './mentions.ts';

const need = 'Out Bound/signup-queue:view';
const abouts = aboutsOf([signup], [{ subject: 'signup', need }]);
const chatroom = chatroomStream(abouts);
const chatRooms = chatRoomsFeed(abouts);
const people = [
  person(101, 'Ravi Kulkarni'),
  person(102, 'Divya Shetty'),
  person(103, 'Kiran Rao', { poos: [2] }),
  person(104, 'Meera Nair'),
  person(105, 'Divya Rao'),
  person(1, 'Asha Menon', { admin: true }),
];

/**
 * Case 301 of place 1; 101, 102, 103 and 105 may see sign-ups, but 103 belongs to another place; 104 may not.
 */
function open() {
  const server = playServer([chatroom, signup], people, { [need]: [101, 102, 103, 105] });
  server.write(
    'signup-301',
    'SignupStarted',
    { record: { pooId: 1 }, startedBy: { empId: 101, name: 'Ravi Kulkarni' } },
    0,
    101,
  );
  const say = (as: number, text: string, room = 'about-signup-301') =>
    server.command(as, `chatroom-${room}`, 'say', { text }, 1);
  return { ...server, say };
}

describe('a room about a record', () => {
  it('opens with the first message of somebody who may see the record', () => {
    const server = open();
    expect(emitted(server.say(101, 'Who knows this family?'))).toEqual([
      'ChatRoomOpened',
      'ChatMessagePosted',
    ]);
    expect(emitted(server.say(102, 'I do'))).toEqual(['ChatMemberJoined', 'ChatMessagePosted']);
    expect(emitted(server.say(102, 'ask me'))).toEqual(['ChatMessagePosted']);
    expect(server.state('chatroom-about-signup-301')).toMatchObject({
      title: 'SG-000301',
      about: 'signup-301',
      members: [101, 102],
      last: 3,
    });
  });
  it.each([
    ['of another place', 103],
    ['without the right', 104],
  ])('is none of somebody %s: not to say, to read, to change, to let in', (_who, empId) => {
    const server = open();
    server.say(101, 'Hello');
    expect(emitted(server.say(empId, 'x'))).toBe('notFound');
    for (const [command, input] of [
      ['read', { n: 1 }],
      ['edit', { n: 1, text: 'x' }],
      ['remove', { n: 1 }],
      ['invite', { empId: 102 }],
      ['leave', {}],
    ] as const)
      expect([
        command,
        emitted(server.command(empId, 'chatroom-about-signup-301', command, input, 2)),
      ]).toEqual([command, 'notFound']);
  });
  it('closes to a member who loses access to the record', () => {
    const server = open();
    server.say(101, 'Hello');
    server.write('signup-301', 'SignupSaved', { record: { pooId: 2 } }, 2, null);
    expect(emitted(server.say(101, 'x'))).toBe('notFound');
    expect(emitted(server.command(101, 'chatroom-about-signup-301', 'edit', { n: 1, text: 'y' }, 3))).toBe(
      'notFound',
    );
    expect(emitted(server.say(103, 'Mine now'))).toEqual(['ChatMemberJoined', 'ChatMessagePosted']);
  });
  it('is joined by reading, with access to the record only', () => {
    const server = open();
    server.say(101, 'Hello');
    expect(emitted(server.command(102, 'chatroom-about-signup-301', 'read', { n: 1 }, 2))).toEqual([
      'ChatMemberJoined',
      'ChatRead',
    ]);
    expect(emitted(server.command(101, 'chatroom-about-signup-301', 'invite', { empId: 105 }, 3))).toEqual([
      'ChatMemberJoined',
    ]);
    expect(emitted(server.command(101, 'chatroom-about-signup-301', 'invite', { empId: 104 }, 3))).toBe(
      'mayNotRead',
    );
  });
  it('needs an existing record and cannot be opened by command', () => {
    const server = open();
    expect(emitted(server.say(101, 'x', 'about-signup-999'))).toBe('notFound');
    expect(emitted(server.say(101, 'x', 'about-role-1'))).toBe('notFound');
    expect(emitted(server.say(101, 'x', 'about-constructor-1'))).toBe('notFound');
    expect(
      emitted(server.command(101, 'chatroom-about-signup-301', 'open', { title: 'Mine', members: [104] }, 1)),
    ).toBe('notFound');
    expect([
      aboutOf('about-signup-0'),
      aboutOf('about--1'),
      aboutOf('101-102'),
      aboutOf('about-signup-301')?.stream,
    ]).toEqual([null, null, null, 'signup-301']);
  });
  it('is listed for members while they hold the right', () => {
    const server = open();
    server.say(101, 'Hello');
    let row: any;
    for (const message of server.log)
      for (const id of chatRoomsView.ids(message as never))
        if (message.stream.startsWith('chatroom')) row = chatRoomsView.row(row, message as never, id);
    const seen = (empId: number, rights: string[]) =>
      chatRooms.see(row, { empId, rights }, 'about-signup-301') !== null;
    expect([seen(101, [need]), seen(101, []), seen(102, [need])]).toEqual([true, false, false]);
  });
});

describe('a name in a message', () => {
  it('is matched by full or unique first name, ignoring case and accents', () => {
    expect(mentionsIn('@Divya Shetty and @ravi, look', people)).toEqual([102, 101]);
    expect(mentionsIn('@Divya?', people)).toEqual([]);
    expect(mentionsIn('mail ravi@ravi.example', people)).toEqual([]);
    expect(mentionsIn('@Ravindra @RÁVI', people)).toEqual([101]);
    expect(mentionsIn('@ @@ @', people)).toEqual([]);
  });
  it('notifies only others who may see the record', () => {
    const server = open();
    const text = server.say(101, '@Divya Shetty @Kiran Rao @Meera Nair @Ravi Kulkarni') as readonly {
      data: any;
    }[];
    expect(text.at(-1)!.data).toMatchObject({ mentions: [102], title: 'SG-000301' });
    const reactions = chatMentions.react(
      { ...(text.at(-1) as any), position: 1, id: 'x', correlationId: '' },
      { directory: server.directory },
    );
    expect(reactions).toMatchObject([
      {
        stream: 'notice-102',
        command: 'push',
        input: { message: 'chatMention', values: { name: 'Ravi Kulkarni', room: 'SG-000301' } },
      },
    ]);
    expect(JSON.stringify(reactions)).not.toContain('Meera');
  });
  it('given a message that is edited, when the edit mentions somebody, then only those it had not mentioned are notified', () => {
    const server = open();
    server.say(101, '@Divya Shetty');
    const edit = (text: string) =>
      (
        server.command(101, 'chatroom-about-signup-301', 'edit', { n: 1, text }, 2) as readonly {
          data: any;
        }[]
      )[0]! as any;
    const edited = edit('@Divya Shetty @Divya Rao @Meera Nair');
    expect(edited.data.mentions).toEqual([105]);
    expect(
      chatMentions.react(
        { ...edited, position: 2, id: 'y', correlationId: '' },
        { directory: server.directory },
      ),
    ).toMatchObject([
      {
        stream: 'notice-105',
        input: { message: 'chatMention', values: { name: 'Ravi Kulkarni', room: 'SG-000301' } },
      },
    ]);
    expect(edit('@Divya Rao once more').data.mentions).toBeUndefined();
  });
  it('is limited to members in other rooms', () => {
    const server = open();
    server.command(101, 'chatroom-new', 'open', { title: 'Morning', members: [102] }, 0);
    const text = server.command(
      101,
      'chatroom-1',
      'say',
      { text: '@Divya Shetty and @Meera Nair' },
      1,
    ) as readonly { data: any }[];
    expect(text[0]!.data).toMatchObject({ mentions: [102], title: 'Morning' });
    expect(
      (server.command(101, 'chatroom-1', 'say', { text: 'nobody' }, 1) as readonly { data: any }[])[0]!.data
        .mentions,
    ).toBeUndefined();
  });
});
