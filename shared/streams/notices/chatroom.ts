import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { Event, RecordedEventOf, NewEvent } from '../../core/event.ts';
import { refuse } from '../../core/refusal.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { Ctx, Decision, StreamDef } from '../../core/stream.ts';
import { command, defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';
import type { Abouts } from '../../core/about.ts';
import { employeeId } from '../../core/record-id.ts';
import { aboutOf, aboutRef, mayReadAbout, type AboutRoom } from './about.ts';
import { chatLimits } from './chat-limits.ts';
import { mentionsIn, readersOf } from './mentions.ts';

export interface ChatMessage {
  readonly n: number;
  readonly empId: number;
  readonly at: string;
  readonly removed: boolean;
  /** Who has been notified that it mentions them. */
  readonly mentioned: readonly number[];
}
export interface ChatRoom {
  readonly key: string;
  readonly title: string | null;
  /** Stream of the record the room is about. */
  readonly about: string | null;
  readonly members: readonly number[];
  readonly last: number;
  /** The latest messages, which can still be edited. */
  readonly messages: readonly ChatMessage[];
  /** Last message each member has read. */
  readonly read: Readonly<Record<string, number>>;
}

interface Member {
  readonly empId: number;
  readonly name: string;
}
/** Ids mentioned with `@`, and how the room is called to them. */
interface Mentioning {
  readonly mentions?: readonly number[];
  readonly title?: string;
}
type ChatRoomEvent =
  | Event<
      'ChatRoomOpened',
      {
        readonly title: string | null;
        readonly about?: string;
        readonly members: readonly number[];
        readonly people: readonly Member[];
      }
    >
  | Event<'ChatMemberJoined', Member>
  | Event<'ChatMemberLeft', { readonly empId: number }>
  | Event<
      'ChatMessagePosted',
      Member &
        Mentioning & {
          readonly n: number;
          readonly text: string;
          /** Those in the room when it was written. */
          readonly members: readonly number[];
        }
    >
  /** With its author's name where it mentions somebody new. */
  | Event<
      'ChatMessageEdited',
      Mentioning & { readonly n: number; readonly text: string; readonly name?: string }
    >
  | Event<'ChatMessageRemoved', { readonly n: number }>
  | Event<'ChatRead', { readonly empId: number; readonly n: number }>;

function withMessage(room: ChatRoom, n: number, change: (one: ChatMessage) => ChatMessage): ChatRoom {
  return { ...room, messages: room.messages.map((one) => (one.n === n ? change(one) : one)) };
}

export function evolveRoom(room: ChatRoom, { type, data, at }: RecordedEventOf<ChatRoomEvent>): ChatRoom {
  switch (type) {
    case 'ChatRoomOpened':
      return { ...room, title: data.title, about: data.about ?? null, members: data.members };
    case 'ChatMemberJoined':
      return { ...room, members: [...room.members, data.empId] };
    case 'ChatMemberLeft':
      return { ...room, members: room.members.filter((one) => one !== data.empId) };
    case 'ChatMessagePosted':
      return {
        ...room,
        last: data.n,
        read: { ...room.read, [String(data.empId)]: data.n },
        messages: [
          ...room.messages,
          { n: data.n, empId: data.empId, at, removed: false, mentioned: data.mentions ?? [] },
        ].slice(-chatLimits.keep),
      };
    case 'ChatMessageEdited':
      return withMessage(room, data.n, (one) => ({
        ...one,
        mentioned: [...one.mentioned, ...(data.mentions ?? [])],
      }));
    case 'ChatMessageRemoved':
      return withMessage(room, data.n, (one) => ({ ...one, removed: true }));
    case 'ChatRead':
      return {
        ...room,
        read: { ...room.read, [String(data.empId)]: Math.max(data.n, room.read[String(data.empId)] ?? 0) },
      };
    default:
      return room;
  }
}

export const noRoom = (key: string): ChatRoom => ({
  key,
  title: null,
  about: null,
  members: [],
  last: 0,
  messages: [],
  read: {},
});

/** The members of a direct room `101-102`, the smaller id first; null for numbered rooms. */
export function pairOf(key: string): readonly [number, number] | null {
  const found = /^([1-9]\d{0,8})-([1-9]\d{0,8})$/.exec(key);
  return found && Number(found[1]) < Number(found[2]) ? [Number(found[1]), Number(found[2])] : null;
}

const messageText = texts.paragraph().min(1, 'required').max(chatLimits.text, 'tooLong');
type In = Ctx & { readonly id: string };
const member = (room: ChatRoom, ctx: Ctx): boolean =>
  ctx.viewer.empId !== null && room.members.includes(ctx.viewer.empId);

/** `abouts` says which records a conversation can be about. */
function chatroomCommands(abouts: Abouts) {
  const recordOf = (key: string): AboutRoom | null => {
    const about = aboutOf(key);
    return about && Object.hasOwn(abouts, about.name) ? about : null;
  };
  /** Every command reads the record the room is about: without access to it there is none to the room. */
  const reads = (
    _input: unknown,
    _room: ChatRoom,
    ctx: { readonly id: string },
  ): Readonly<Record<string, string>> => {
    const about = recordOf(ctx.id);
    return about ? { about: about.stream } : {};
  };

  /**
   * Events that admit this person: none for members; opening or joining a room about a visible record. Null:
   * not allowed.
   */
  function entering(room: ChatRoom, ctx: In): readonly NewEvent[] | null {
    const about = recordOf(ctx.id);
    if (ctx.viewer.empId === null) return null;
    if (!about) return member(room, ctx) ? [] : null;
    if (!mayReadAbout(abouts, about.name, ctx.read.about, ctx.viewer)) return null;
    if (member(room, ctx)) return [];
    const one = { empId: ctx.viewer.empId, name: ctx.viewer.name };
    if (room.title !== null) return [{ type: 'ChatMemberJoined', data: one }];
    return [
      {
        type: 'ChatRoomOpened',
        data: { title: aboutRef(abouts, about), about: about.stream, members: [one.empId], people: [one] },
      },
    ];
  }

  /** People a message may mention: those who may see the room's record, else the members. */
  function peopleOf(
    members: readonly number[],
    ctx: In,
  ): readonly { readonly empId: number; readonly name: string }[] {
    const about = recordOf(ctx.id);
    if (about) return readersOf(abouts, about.name, ctx.read.about, ctx.directory);
    return members.flatMap((empId) => ctx.directory.employee(empId) ?? []);
  }

  /** Whom a text mentions beside its author and those notified before, with what their notice names. */
  function mentioning(
    room: ChatRoom,
    members: readonly number[],
    text: string,
    ctx: In,
    before: readonly number[] = [],
  ): Mentioning {
    const mentions = (text.includes('@') ? mentionsIn(text, peopleOf(members, ctx)) : []).filter(
      (empId) => empId !== ctx.viewer.empId && !before.includes(empId),
    );
    if (mentions.length === 0) return {};
    const about = recordOf(ctx.id);
    return { mentions, title: room.title ?? (about ? aboutRef(abouts, about) : ctx.viewer.name) };
  }

  const posted = (room: ChatRoom, members: readonly number[], text: string, ctx: In): NewEvent => ({
    type: 'ChatMessagePosted',
    data: {
      n: room.last + 1,
      text,
      empId: ctx.viewer.empId,
      name: ctx.viewer.name,
      members,
      ...mentioning(room, members, text, ctx),
    },
  });

  /** Direct rooms and rooms about a record open with their first message; others must be opened first. */
  function say(room: ChatRoom, { text }: { text: string }, ctx: In): Decision {
    const entered = entering(room, ctx);
    if (entered)
      return [
        ...entered,
        posted(room, entered.length === 0 ? room.members : [...room.members, ctx.viewer.empId!], text, ctx),
      ];
    const pair = pairOf(room.key);
    if (room.members.length > 0 || !pair || ctx.viewer.empId === null || !pair.includes(ctx.viewer.empId))
      return refuse('notFound', 404);
    const people = pair.map((empId) => ctx.directory.employee(empId));
    if (people.some((one) => !one?.active)) return refuse('notInList', 422, { label: 'employee' });
    const members = people.map((one) => ({ empId: one!.empId, name: one!.name }));
    return [
      { type: 'ChatRoomOpened', data: { title: null, members: pair, people: members } },
      posted(room, pair, text, ctx),
    ];
  }

  function own(room: ChatRoom, n: number, ctx: In): ChatMessage | Refusal {
    const one = room.messages.find((message) => message.n === n);
    if (!entering(room, ctx) || !member(room, ctx) || !one || one.removed) return refuse('notFound', 404);
    return one.empId === ctx.viewer.empId ? one : refuse('notYourMessage', 403);
  }

  return {
    open: command<ChatRoom, { title: string; members: number[] }>({
      input: z.strictObject({
        title: texts.line().min(2).max(60),
        members: z.array(employeeId()).min(1).max(chatLimits.members),
      }),
      need: 'signedIn',
      creates: true,
      decide: (room, input, ctx) => {
        if (
          ctx.viewer.empId === null ||
          room.title !== null ||
          room.members.length > 0 ||
          pairOf(room.key) ||
          recordOf(room.key)
        )
          return refuse('notFound', 404);
        const members = [...new Set([ctx.viewer.empId, ...input.members])];
        const people = members.map((empId) => ctx.directory.employee(empId));
        return [
          {
            type: 'ChatRoomOpened',
            data: {
              title: input.title,
              members,
              people: people.map((one) => ({ empId: one!.empId, name: one!.name })),
            },
          },
        ];
      },
    }),
    say: command<ChatRoom, { text: string }>({
      input: z.strictObject({ text: messageText }),
      need: 'signedIn',
      creates: true,
      reads,
      decide: say,
    }),
    edit: command<ChatRoom, { n: number; text: string }>({
      input: z.strictObject({ n: z.int().positive(), text: messageText }),
      need: 'signedIn',
      reads,
      decide: (room, { n, text }, ctx) => {
        const one = own(room, n, ctx);
        if ('refused' in one) return one;
        if (ctx.now - Date.parse(one.at) > chatLimits.editMs)
          return refuse('editTooLate', 422, { minutes: chatLimits.editMs / 60_000 });
        const added = mentioning(room, room.members, text, ctx, one.mentioned);
        return [
          {
            type: 'ChatMessageEdited',
            data: { n, text, ...(added.mentions ? { ...added, name: ctx.viewer.name } : {}) },
          },
        ];
      },
    }),
    remove: command<ChatRoom, { n: number }>({
      input: z.strictObject({ n: z.int().positive() }),
      need: 'signedIn',
      reads,
      decide: (room, { n }, ctx) => {
        const one = own(room, n, ctx);
        return 'refused' in one ? one : [{ type: 'ChatMessageRemoved', data: { n } }];
      },
    }),
    read: command<ChatRoom, { n: number }>({
      input: z.strictObject({ n: z.int().min(0) }),
      need: 'signedIn',
      reads,
      decide: (room, { n }, ctx) => {
        const entered = entering(room, ctx);
        if (!entered) return refuse('notFound', 404);
        const upTo = Math.min(n, room.last);
        return upTo <= (room.read[String(ctx.viewer.empId)] ?? 0)
          ? entered
          : [...entered, { type: 'ChatRead', data: { empId: ctx.viewer.empId, n: upTo } }];
      },
    }),
    invite: command<ChatRoom, { empId: number }>({
      input: z.strictObject({ empId: employeeId() }),
      need: 'signedIn',
      reads,
      decide: (room, { empId }, ctx) => {
        if (room.title === null || !entering(room, ctx) || !member(room, ctx)) return refuse('notFound', 404);
        const person = ctx.directory.employee(empId);
        if (!person?.active) return refuse('notInList', 422, { label: 'employee' }, 'empId');
        if (room.members.includes(empId)) return [];
        if (recordOf(ctx.id) && !peopleOf(room.members, ctx).some((one) => one.empId === empId))
          return refuse('mayNotRead', 422, { name: person.name, room: room.title }, 'empId');
        return room.members.length >= chatLimits.members
          ? refuse('roomFull', 422, { most: chatLimits.members })
          : [{ type: 'ChatMemberJoined', data: { empId, name: person.name } }];
      },
    }),
    leave: command<ChatRoom, object>({
      input: z.strictObject({}),
      need: 'signedIn',
      decide: (room, _input, ctx) =>
        member(room, ctx) && room.title !== null
          ? [{ type: 'ChatMemberLeft', data: { empId: ctx.viewer.empId } }]
          : refuse('notFound', 404),
    }),
  };
}

export const chatroom = defineStream<ChatRoom, ChatRoomEvent>({
  name: 'chatroom',
  events: {
    ChatRoomOpened: true,
    ChatMemberJoined: true,
    ChatMemberLeft: true,
    ChatMessagePosted: true,
    ChatMessageEdited: true,
    ChatMessageRemoved: true,
    ChatRead: true,
  },
  area: 'notices',
  state: 2,
  initial: noRoom,
  evolve: evolveRoom,
  commands: chatroomCommands({}),
  /** Rooms about a record are queried by record, which every command checks. */
  visible: (room, viewer) =>
    viewer.kind === 'system' ||
    room.about !== null ||
    room.members.length === 0 ||
    (viewer.empId !== null && room.members.includes(viewer.empId)),
  translations: translations({
    en: {
      notYourMessage: 'Only its author can change a message.',
      editTooLate: 'A message can be edited for {{minutes}} minutes.',
      roomFull: 'A room holds at most {{most}} people.',
      mayNotRead: '{{name}} may not read {{room}}, and so not what is said about it.',
      ChatRoomOpened: 'Room opened',
      ChatMemberJoined: 'Joined',
      ChatMemberLeft: 'Left',
      ChatMessagePosted: 'Message',
      ChatMessageEdited: 'Message edited',
      ChatMessageRemoved: 'Message removed',
      ChatRead: 'Read',
    },
    es: {
      notYourMessage: 'Solo quien escribió un mensaje puede cambiarlo.',
      editTooLate: 'Un mensaje se puede editar durante {{minutes}} minutos.',
      roomFull: 'Una sala admite como máximo {{most}} personas.',
      mayNotRead: '{{name}} no puede leer {{room}}, y por eso tampoco lo que se dice de ello.',
      ChatRoomOpened: 'Sala abierta',
      ChatMemberJoined: 'Entró',
      ChatMemberLeft: 'Salió',
      ChatMessagePosted: 'Mensaje',
      ChatMessageEdited: 'Mensaje editado',
      ChatMessageRemoved: 'Mensaje quitado',
      ChatRead: 'Leído',
    },
  }),
  story: [
    {
      as: 'agent1',
      stream: 'chatroom-101-102',
      command: 'say',
      input: { text: 'Can you take SG-000306?' },
    },
    { as: 'agent2', stream: 'chatroom-101-102', command: 'say', input: { text: 'Yes.' } },
    { as: 'agent1', stream: 'chatroom-101-102', command: 'read', input: { n: 2 } },
  ],
});

/** The stream with the records that conversations can be about. */
export const chatroomStream = (abouts: Abouts): StreamDef<ChatRoom> => ({
  ...chatroom,
  commands: chatroomCommands(abouts),
});
