import { z } from 'zod';
import * as texts from './core/texts.ts';
import { services } from './core/view.ts';
import type * as wire from './wire.ts';

/** The socket messages of `wire.ts` as schemas, for docs/asyncapi.yaml; the compiler compares both below. */
const row = z.record(texts.own(), texts.ownValue());
const feed = texts.own().describe('<group>/<name>, such as queue/signup-queue');
const seq = z.int().describe('Position in the log; it rises, not by one');
const epoch = texts.own().describe('Changes when the rows mean something else');
const now = z.number().describe('Clock of the server, ms');

export const change = z.union([
  z.object({ op: z.literal('put'), id: texts.own(), row }),
  z.object({ op: z.literal('patch'), id: texts.own(), set: row }),
  z.object({
    op: z.literal('del'),
    id: texts.own(),
    why: texts.own().optional(),
    by: texts.own().optional(),
    at: texts.own().optional(),
  }),
]);
const changes = z.array(change);
const sources = z.array(
  z.object({
    service: z.enum(services),
    state: z.enum(['live', 'late', 'stale', 'down']),
    since: z.iso.datetime(),
  }),
);

const pages = z.object({
  at: z.int().describe('Position of the snapshot'),
  next: z.int().describe('The page that follows, counted from 0'),
  of: z.int().describe('Number of pages'),
  total: z.int().describe('Rows of all pages'),
});
const opened = { ok: z.literal(true), epoch, seq, scope: row, sources, now, pages: pages.optional() };
const snapshot = z.object({
  ...opened,
  mode: z.literal('snapshot'),
  rows: z.array(row),
  resync: z.boolean().optional(),
});
const resume = z.object({ ...opened, mode: z.literal('resume'), changes });
const refused = z.object({ ok: z.literal(false), code: texts.own(), message: texts.own() });
export const feedOpenAnswer = z.union([snapshot, resume, refused]);

export const fromServer = {
  hello: z.object({ now, version: texts.own() }),
  'feed:opened': z.union([snapshot.extend({ feed }), resume.extend({ feed }), refused.extend({ feed })]),
  'feed:delta': z.object({ feed, epoch, prev: seq, seq, changes }),
  'feed:page': z.object({ feed, epoch, at: seq, page: z.int(), rows: z.array(row) }),
  'feed:state': z.object({ feed, epoch, seq, hash: texts.code(/^[0-9a-f]{16}$/), sources, now }),
  'feed:reset': z.object({ feed, code: texts.own() }),
  presence: z.object({
    feed,
    id: texts.own(),
    who: z.array(z.object({ empId: z.number(), name: texts.own(), state: z.enum(['viewing', 'editing']) })),
  }),
  'store:state': z.object({
    readOnly: z.boolean(),
    awaySince: z.number().nullable(),
    chainBroken: z.boolean(),
    setAside: z.boolean(),
  }),
  'session:revoked': z.object({ reason: texts.own() }),
  'permissions:changed': z.object({ version: z.number() }),
  'version:available': z.object({ version: texts.own() }),
};

export const fromClient = {
  'feed:open': z.object({
    feed,
    epoch: epoch.optional(),
    seq: seq.optional(),
    pages: z.boolean().optional(),
    after: z.array(texts.own()).optional(),
  }),
  'feed:more': z.object({ feed }),
  'feed:close': z.object({ feed }),
  presence: z.object({ feed, id: texts.own(), state: z.enum(['viewing', 'editing', 'gone']) }),
  heartbeat: z.object({ items: z.array(texts.own()) }),
};
export const heartbeatAnswer = z.object({ now, lost: z.array(texts.own()) });

/** Messages that exist on the raw WebSocket only. */
export const rawFromServer = {
  error: z.object({ code: texts.own(), message: texts.own() }),
  pong: z.object({}),
};
export const rawFromClient = { hello: z.object({ authtoken: texts.own() }), ping: z.object({}) };

type Frames<Events> = {
  readonly [Name in keyof Events]: Events[Name] extends (frame: infer Frame, ...ack: never[]) => void
    ? Frame
    : never;
};
type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;
type Same<A, B> = [Mutable<A>] extends [Mutable<B>]
  ? [Mutable<B>] extends [Mutable<A>]
    ? true
    : never
  : never;
type Schemas<T> = { [Name in keyof T]: T[Name] extends z.ZodType ? z.infer<T[Name]> : never };

/** Does not compile once a message of `wire.ts` and its schema differ. */
export const schemasMatchWire: readonly [
  Same<Schemas<typeof fromServer>, Frames<wire.ServerToClient>>,
  Same<Schemas<typeof fromClient>, Frames<wire.ClientToServer>>,
  Same<z.infer<typeof feedOpenAnswer>, wire.FeedOpened>,
] = [true, true, true];
