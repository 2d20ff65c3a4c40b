import type { EventOf } from '#shared/core/stream.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuse } from '#shared/core/refusal.ts';
import { aboutOf, aboutRef, mayReadAbout } from '#shared/streams/notices/about.ts';
import { pairOf, type chatroom } from '#shared/streams/notices/chatroom.ts';
import { readersOf } from '#shared/streams/notices/mentions.ts';
import type { ChatLine, ChatPage } from '#shared/wire.ts';
import type { ServerParts } from '../core/parts.ts';
import { allAbouts } from '../core/registers.ts';
import type { HttpParts } from '../http/every-request.ts';

const requested = z.strictObject({
  /** Only messages before this number, or after that one. */
  before: z.coerce.number().int().min(1).optional(),
  after: z.coerce.number().int().min(0).optional(),
  records: z.coerce.number().int().min(1).max(100).default(50),
});

interface HeldView extends ChatLine {
  readonly members: readonly number[];
}

/**
 * `GET /chat/<room>`: messages, a page at a time. Members read messages from while they were members; a
 * record's room is read by its current readers.
 */
export function chatRoutes(
  app: FastifyInstance,
  {
    server,
    stateOf,
  }: HttpParts & { readonly server: ServerParts; readonly stateOf: (stream: string) => Promise<unknown> },
): void {
  const abouts = allAbouts();
  app.get<{ Params: { room: string } }>(
    '/chat/:room',
    { config: { need: 'signedIn' } },
    async (request): Promise<ChatPage> => {
      const viewer = request.viewer!;
      const { room } = request.params;
      const parsed = requested.safeParse(request.query);
      if (!parsed.success) {
        const field = parsed.error.issues[0]!.path.join('.');
        throw refuse('badFormat', 400, { label: field }, field);
      }
      const about = aboutOf(room);
      if (about && !Object.hasOwn(abouts, about.name)) throw refuse('notFound', 404);
      const record = about ? await stateOf(about.stream) : null;
      if (about && !mayReadAbout(abouts, about.name, record, viewer)) throw refuse('notFound', 404);
      const reported = foldRoom(
        room,
        await server.log.readStream<EventOf<typeof chatroom>>(`chatroom-${room}`),
      );
      const known = about
        ? reported.lines
        : reported.lines.filter((one) => viewer.empId !== null && one.members.includes(viewer.empId));
      const belongs =
        about !== null ||
        known.length > 0 ||
        reported.members.includes(viewer.empId!) ||
        pairOf(room)?.includes(viewer.empId ?? 0) === true;
      if (!belongs) throw refuse('notFound', 404);
      const { before, after, records } = parsed.data;
      const within = known.filter(
        (one) => (before === undefined || one.n < before) && (after === undefined || one.n > after),
      );
      const page = after === undefined ? within.slice(-records) : within.slice(0, records);
      return {
        room,
        title: reported.title ?? (about ? aboutRef(abouts, about) : null),
        about: about?.stream ?? null,
        last: reported.last,
        messages: page.map(({ members: _members, ...line }) => line),
        earlier: known.length > 0 && page.length > 0 ? known[0]!.n < page[0]!.n : false,
        readers: about
          ? readersOf(abouts, about.name, record, server.access.directory)
              .slice(0, 300)
              .map(({ empId, name }) => ({ empId, name }))
          : [],
      };
    },
  );
}

function foldRoom(
  room: string,
  events: readonly EventOf<typeof chatroom>[],
): { title: string | null; members: readonly number[]; last: number; lines: readonly HeldView[] } {
  let title: string | null = null;
  let members: readonly number[] = [];
  const lines = new Map<number, HeldView>();
  for (const { type, data, at } of events) {
    if (type === 'ChatRoomOpened') [title, members] = [data.title, data.members];
    else if (type === 'ChatMemberJoined') members = [...members, data.empId];
    else if (type === 'ChatMemberLeft') members = members.filter((one) => one !== data.empId);
    else if (type === 'ChatMessagePosted') {
      const { n, empId, name, text, mentions } = data;
      lines.set(n, {
        id: `${room}:${n}`,
        room,
        n,
        empId,
        name,
        text,
        at,
        editedAt: null,
        members: data.members,
        ...(mentions ? { mentions } : {}),
      });
    } else if (type === 'ChatMessageEdited')
      lines.set(data.n, { ...lines.get(data.n)!, text: data.text, editedAt: at });
    else if (type === 'ChatMessageRemoved') lines.set(data.n, { ...lines.get(data.n)!, text: null });
  }
  return { title, members, last: [...lines.keys()].at(-1) ?? 0, lines: [...lines.values()] };
}
