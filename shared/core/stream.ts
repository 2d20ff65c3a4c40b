import type { z } from 'zod';
import type { Actor, Event, EventRef, FactOf, NewEvent } from './event.ts';
import type { Need, Permission, Viewer } from './permission.ts';
import type { Refusal } from './refusal.ts';
import type { Words } from './words.ts';
import type { Directory } from './directory.ts';
import type { Upcasters } from './upcast.ts';
import { schemaVersionOf } from './upcast.ts';

/** What a decision may know besides its stream: the time, who asks, the house's people and places, chance. All given. */
export interface Ctx {
  /** The server's clock, ms since 1970 UTC. */
  readonly now: number;
  /** The business day (IST) of `now`. */
  readonly today: string;
  readonly actor: Actor;
  readonly viewer: Viewer;
  readonly directory: Directory;
  may(permission: Permission): boolean;
  /** A new unguessable id (ULID); seeded in tests and demo data. */
  newId(): string;
  /** The numeric id allotted to a stream made by this very command, or allots another of that kind. */
  newNumber(kind: string): number;
  /** The state of a stream named by `reads`, by its short name. */
  readonly read: Readonly<Record<string, any>>;
  /** What `prepare` (server/special/commands) found out before the decision, e.g. whether a one-time code was right. */
  readonly prepared: any;
  /** The version that the caller saw (`If-Match`); for commands that merge. */
  readonly seen?: number | undefined;
}

export interface Decided {
  readonly events: readonly NewEvent[];
  /** Goes to the one who asked, beside the id and version; never into the log. */
  readonly answer?: Readonly<Record<string, unknown>>;
}
export type Decision = readonly NewEvent[] | Decided | Refusal;

/** One order a stream understands. */
export interface CommandDef<S, I = any> {
  /** Shape and field rules of the body, the same on both ends. */
  readonly input: z.ZodType<I>;
  /** Who may ask at all; finer rules (own row, scope, four eyes) belong to `decide`. */
  readonly need: Need;
  /** Makes a new stream: asked at id `new`, or by the house at an id it chose. */
  readonly creates?: boolean;
  /**
   * Changes what exists, so the caller must say which version it saw (`If-Match`); claims and toggles do not.
   * `merge`: a version seen long ago is no conflict by itself, `decide` compares field by field (`ctx.seen`).
   */
  readonly versioned?: boolean | 'merge';
  /** Other streams the decision needs, by short name; each is loaded and its version is held until the commit. */
  readonly reads?: (
    input: I,
    state: S,
    ctx: Pick<Ctx, 'now' | 'today' | 'actor' | 'viewer' | 'directory'> & { id: string },
  ) => Readonly<Record<string, string>>;
  /** Those of `reads` that nobody writes to before this stream: under a number handed out just now they are not looked for. */
  readonly begunWith?: readonly string[];
  readonly decide: (state: S, input: I, ctx: Ctx & { readonly id: string }) => Decision;
}

/** A thing with a life: what can be asked of it, and what its events make of it. */
export interface StreamDef<S = any, E extends Event = any> {
  /** One word, no hyphen: stream ids are `<name>-<key>`, command paths `/commands/<name>/<key>/<command>`. */
  readonly name: string;
  readonly area: string;
  /** Its key is a number, of its own kind where there are kinds (`reason-7`), that the house allots: no person begins one under a key of their own. */
  readonly numbered?: true;
  /** Raised by hand when `evolve`, or what it calls, means something else: snapshots of another number are not read. */
  readonly state: number;
  /** By event type and schema version: the step to the next version. */
  readonly upcast?: Upcasters;
  /** Types that were renamed: the stored name, then the name of today. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** State before the first event. `key` is the part of the stream id after the name. */
  readonly initial: (key: string) => S;
  readonly evolve: (state: S, event: FactOf<E>) => S;
  readonly commands: Readonly<Record<string, CommandDef<S>>>;
  /** Whether the viewer may know that this one exists; false answers 404. */
  readonly visible?: (state: S, viewer: Viewer, directory: Directory) => boolean;
  /** Messages of its refusals and names of its events. */
  readonly words: Words<any>;
  /** A short true list of commands: promise, demo, preview and documentation. */
  readonly story?: Story;
}

export interface StoryStep {
  readonly as: string;
  readonly stream: string;
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
}
export type Story = readonly StoryStep[];

/** Checks a command's input against its decide, at the pen; the engine reads it loosely. */
export function command<S, I>(def: CommandDef<S, I>): CommandDef<S, I> {
  return def;
}

/** A stream with a reference to each event of its union, for whoever subscribes. */
export interface TypedStream<S, E extends Event> extends StreamDef<S, E> {
  readonly events: { readonly [T in E['type']]: EventRef<T, Extract<E, { readonly type: T }>['data']> };
}

/** The state of a stream named by its definition. */
export type StateOf<D extends StreamDef> = D extends StreamDef<infer S> ? S : never;

/** `events` names every member of the union, so that subscribers can refer to each by name. */
export function defineStream<S, E extends Event>(def: StreamDef<S, E> & { readonly events: Readonly<Record<E['type'], true>> }): TypedStream<S, E>;
export function defineStream<S>(def: StreamDef<S>): StreamDef<S>;
export function defineStream(def: StreamDef & { readonly events?: Readonly<Record<string, true>> }): StreamDef {
  if (!def.events) return def;
  const events = Object.keys(def.events).map((type) => [type, { stream: def.name, type, schemaVersion: schemaVersionOf(def, type) }]);
  return Object.assign({ ...def }, { events: Object.fromEntries(events) });
}
