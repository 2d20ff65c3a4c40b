import { streamName } from './event.ts';
import type { About } from './about.ts';
import type { z } from 'zod';
import type { Actor, DataOf, Event, EventRef, RecordedEventOf, NewEvent, StoredOf } from './event.ts';
import type { Need, Permission, Viewer } from './permission.ts';
import { isRefusal, type Refusal } from './refusal.ts';
import type { Translations } from './translations.ts';
import type { Directory } from './directory.ts';
import type { RecordStatus } from './record-id.ts';
import type { Upcasters } from './upcast.ts';
import { conflictRefusal, conflictsOf, noted, type Merged } from './merge-fields.ts';
import { schemaVersionOf } from './upcast.ts';

/**
 * What a decision may use besides its own stream. Time, ids and directory are passed in, so `decide` stays
 * pure.
 */
export interface Ctx {
  /** The server's clock, ms since 1970 UTC. */
  readonly now: number;
  /** Business day (IST) of `now`. */
  readonly today: string;
  readonly actor: Actor;
  readonly viewer: Viewer;
  readonly directory: Directory;
  may(permission: Permission): boolean;
  /** A new unguessable id (ULID); seeded in tests and demo data. */
  newId(): string;
  /** The number allotted to a stream that this command creates; otherwise allots a new one of that kind. */
  newNumber(kind: string): number;
  /** States of the streams named by `reads`, by short name. */
  readonly read: Readonly<Record<string, any>>;
  /**
   * What `prepare` (server/special/commands) established before the decision, e.g. whether a one-time code
   * was right.
   */
  readonly prepared: any;
  /** The version the caller saw (`If-Match`), for commands that merge. */
  readonly seen?: number | undefined;
}

export interface Decided {
  readonly events: readonly NewEvent[];
  /** Returned to the caller beside id and version; never written to the log. */
  readonly answer?: Readonly<Record<string, unknown>>;
}
export type Decision = readonly NewEvent[] | Decided | Refusal;

export interface CommandDef<S, I = any> {
  /** Shape and field rules of the body, shared by server and client. */
  readonly input: z.core.$ZodType<I>;
  /** Who may send it at all; finer rules (own row, scope, four eyes) belong to `decide`. */
  readonly need: Need;
  /** Creates a stream: sent to the id `new`, or by the server to an id of its choice. */
  readonly creates?: boolean;
  /**
   * Changes an existing record, so the caller must send the version it saw (`If-Match`); claims and toggles
   * need none. `merge`: an old version is no conflict by itself; `decide` compares field by field
   * (`ctx.seen`).
   */
  readonly versioned?: boolean | 'merge';
  /**
   * The fields of `mergedFields` that this input sets. An old version is then no conflict by itself; refused
   * with `fieldConflict` where somebody else changed one of them since the version seen.
   */
  readonly merges?: (input: I) => Readonly<Record<string, unknown>>;
  /** Other streams the decision needs, by short name; each is loaded and its version is checked at commit. */
  readonly reads?: (
    input: I,
    state: S,
    ctx: Pick<Ctx, 'now' | 'today' | 'actor' | 'viewer' | 'directory'> & { id: string },
  ) => Readonly<Record<string, string>>;
  /** Further streams that are only known once `reads` is loaded, e.g. the stream of a phone number. */
  readonly readsNext?: (
    input: I,
    read: Readonly<Record<string, any>>,
    ctx: Pick<Ctx, 'now' | 'today' | 'actor' | 'viewer' | 'directory'> & { id: string },
    state: S,
  ) => Readonly<Record<string, string>>;
  /** Further streams that only `prepare` could find, e.g. the goods that might serve an order. */
  readonly readsPrepared?: (prepared: any) => Readonly<Record<string, string>>;
  /**
   * Overtaken decisions wait in this queue of the node, because many of them compete for the same streams.
   */
  readonly lane?: string;
  /** Those of `reads` that cannot exist before this stream does: not loaded for a newly allotted number. */
  readonly begunWith?: readonly string[];
  readonly decide: (state: S, input: I, ctx: Ctx & { readonly id: string }) => Decision;
}

/** A stream: its commands (`decide`) and how its events change its state (`evolve`). */
export interface StreamDef<S = any, E extends Event = any> {
  /** One word, no hyphen: stream ids are `<name>-<key>`, command paths `/commands/<name>/<key>/<command>`. */
  readonly name: string;
  readonly area: string;
  /** Every event of it, by type. */
  readonly events: Readonly<Record<string, EventRef>>;
  /**
   * Its key is a number that the server allots, per kind where there are kinds (`reason-7`); clients cannot
   * choose it.
   */
  readonly numbered?: true;
  /**
   * Increment by hand when the meaning of `evolve`, or of what it calls, changes: snapshots of another number
   * are ignored.
   */
  readonly state: number;
  /** Upcasters by event type and schema version. */
  readonly upcast?: Upcasters;
  /** Renamed event types: stored name → current name. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** State before the first event. `key` is the stream id without the name. */
  readonly initial: (key: string) => S;
  readonly evolve: (state: S, event: RecordedEventOf<E>) => S;
  /** Names in the state that several people edit at a time; who changed each last is kept for `merges`. */
  readonly mergedFields?: readonly (keyof S & string)[];
  readonly commands: Readonly<Record<string, CommandDef<S>>>;
  /** Whether the viewer may know that this stream exists; false answers 404. */
  readonly visible?: (state: S, viewer: Viewer, directory: Directory) => boolean;
  /** Whether other records may name it in this state; by default it only has to exist. */
  readonly status?: (state: S) => RecordStatus;
  /** Its own words for why it cannot be named, to those who see it. */
  readonly unnamable?: (state: S, field: string) => Refusal | null;
  /** Ids of its uploaded files; anyone who may see the stream may open them. */
  readonly files?: (state: S) => readonly string[];
  /** The right that opening them requires besides. */
  readonly filesNeed?: (state: S) => Need | null;
  /** Its records can have a discussion. */
  readonly about?: About<S>;
  /** Messages of its refusals and labels of its events. */
  readonly translations: Translations<any>;
  /** A short sequence of valid commands, used by promise tests, demo, preview and documentation. */
  readonly story?: Story;
}

export interface StoryStep {
  readonly as: string;
  readonly stream: string;
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
}
export type Story = readonly StoryStep[];

/** Ties a command's input type to its `decide` at compile time; the engine itself is untyped. */
export function command<S, I>(def: CommandDef<S, I>): CommandDef<S, I> {
  return def;
}

/** A stream with a reference to each event of its union, for subscribers. */
export interface TypedStream<S, E extends Event> extends StreamDef<S, E> {
  readonly events: { readonly [T in E['type']]: EventRef<T, DataOf<E, T>> };
}

/** The stored events of a stream definition, or of several. */
export type EventOf<D extends StreamDef> = D extends StreamDef
  ? StoredOf<D['events'][keyof D['events']]>
  : never;

/** Whether an event is one of the stream of that name: `isOf<typeof call>('call', event)`. */
export function isOf<D extends StreamDef>(
  name: D['name'],
  event: { readonly stream: string },
): event is EventOf<D> {
  return streamName(event.stream) === name;
}

/** The state type of a stream definition. */
export type StateOf<D extends StreamDef> = D extends StreamDef<infer S> ? S : never;

function merging(command: CommandDef<any>): CommandDef<any> {
  const { merges } = command;
  if (!merges) return command;
  return {
    ...command,
    decide(state: Readonly<Record<string, unknown>> & Merged, input, ctx) {
      const decision = command.decide(state, input, ctx);
      const { edits } = state;
      if (isRefusal(decision) || ctx.seen === undefined || !edits) return decision;
      const wanted = Object.fromEntries(
        Object.entries(merges(input)).filter(([, value]) => value !== undefined),
      );
      const conflicts = conflictsOf({ fields: state, touched: edits.touched }, wanted, ctx.seen);
      return conflictRefusal(conflicts, edits.version) ?? decision;
    },
  };
}

/** A stream whose commands with `merges` are compared with others' changes field by field. */
function mergingFields(def: StreamDef): StreamDef {
  const names = def.mergedFields;
  if (!names) return def;
  return {
    ...def,
    evolve(state, event) {
      const next = def.evolve(state, event);
      return { ...next, ...noted(names, state, next, event) };
    },
    commands: Object.fromEntries(
      Object.entries(def.commands).map(([name, command]) => [name, merging(command)]),
    ),
  };
}

type Declared<S, E extends Event, N extends string> = Omit<StreamDef<S, E>, 'events'> & {
  readonly events: Readonly<Record<N, true>>;
};

/** `events` must name every member of the union, so that subscribers can refer to each by name. */
export function defineStream<S, E extends Event>(def: Declared<S, E, E['type']>): TypedStream<S, E>;
export function defineStream(declared: Declared<any, any, string>): StreamDef {
  const events = Object.keys(declared.events).map((type) => [
    type,
    { stream: declared.name, type, schemaVersion: schemaVersionOf(declared, type) },
  ]);
  return mergingFields({ ...declared, events: Object.fromEntries(events) });
}
