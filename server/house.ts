import type { StoredEvent } from '#shared/core/event.ts';
import type { Directory } from '#shared/core/directory.ts';
import type { Language } from '#shared/core/words.ts';
import type { Need, Verdict, Viewer } from '#shared/core/permission.ts';
import type { Refusal } from '#shared/core/refusal.ts';
import type { FeedDef, Service, ViewDef } from '#shared/core/view.ts';
import type { CommandAnswer, SourceHealth } from '#shared/wire.ts';
import type { Pool } from 'pg';

/** The parts of the house as the doors see them. Parts are handed in as arguments, never hung on a global. */

export interface Clock {
  now(): number;
}

/** One order for one stream, whoever gives it: a click, a webhook, a poll, a timer, a policy. */
export interface Order {
  /** `signup-7`, or `signup-new` to make one. */
  readonly stream: string;
  readonly command: string;
  readonly input: unknown;
  readonly viewer: Viewer;
  /** A UUID kept for ever: same key and body, same answer; same key and other body, `commandIdReused`. */
  readonly idempotencyKey?: string;
  /** The version the caller saw; stale answers 409 `versionConflict`. */
  readonly expectedVersion?: number;
  readonly correlationId: string;
  readonly causationId?: string;
  /** Identity of a source fact (`service:entity:id:version`); a second one is answered `duplicate` without effect. */
  readonly sourceKey?: string;
  /** The number in `stream` was handed out by the house just now: nothing is looked for there, and if something is, the log says so. */
  readonly allotted?: boolean;
}

export type Handled = CommandAnswer | Refusal;

/** Load, decide, append: the one door for every change. Answers after the commit, or with a refusal; throws only on faults. */
export type Handle = (order: Order) => Promise<Handled>;

/** The log as the rest of the house uses it. Positions are gapless and in commit order. */
export interface Log {
  /** All events of one stream, in order. */
  readStream(stream: string): Promise<StoredEvent[]>;
  /** Up to `limit` events after a position, in order; only committed ones, never skipping one. */
  readAfter(position: number, limit: number, streams?: readonly string[]): Promise<StoredEvent[]>;
  /** Gives the same to `each`, but for events of other streams than these: read one at a time, so that none is held longer than its turn. */
  eachAfter(position: number, limit: number, streams: ReadonlySet<string>, each: (event: StoredEvent) => void): Promise<{ count: number; last: number }>;
  /** The position of the last committed event that this node has seen. */
  head(): number;
  /** Called with every committed event once, in order, on this node; returns how to stop. */
  follow(listener: (events: readonly StoredEvent[]) => void): () => void;
  /** Resolves when this node has applied everything up to `position`. */
  reached(position: number): Promise<void>;
}

/** A view held in memory on this node, equal to its rows in the database. */
export interface LiveView<R = any> {
  readonly def: ViewDef<R>;
  readonly rows: ReadonlyMap<string, R>;
  /** Position of the last event applied. */
  position(): number;
  /** Called after each applied batch with the rows it changed (`before`/`after` undefined: not there). */
  watch(listener: (changes: readonly RowChange<R>[]) => void): () => void;
}
export interface RowChange<R = any> {
  readonly id: string;
  readonly before: R | undefined;
  readonly after: R | undefined;
  readonly position: number;
  readonly by: StoredEvent;
}

export interface Views {
  get<R>(def: ViewDef<R>): LiveView<R>;
  byName(name: string): LiveView | undefined;
}

/** Also the rows that are not in memory, of views that keep only the ones touched last. */
export interface KeptViews extends Views {
  /** The row as of everything this node has heard. */
  read<R>(def: ViewDef<R>, id: string): Promise<R | undefined>;
  /** Every row, or those whose JSON holds that text; a few at a time, in no order. */
  stored<R>(def: ViewDef<R>, holds?: string): AsyncIterable<readonly [string, R]>;
}

/** Who may come in, and as whom. */
export interface Access {
  readonly directory: Directory;
  /** The viewer of a live session as of now, or null; both halves of the proof are asked for (cookie and header) unless it is a device. */
  viewerOf(proof: { cookie: string | null; token: string | null }): Promise<Viewer | null>;
  /** The current viewer of a session already proven, e.g. of an open socket; null once it was revoked or expired. */
  current(sessionId: string): Viewer | null;
  /** Sessions ended or rights changed; sockets and feeds must follow at once. */
  onChange(listener: (change: { sessionId: string; what: 'revoked' | 'permissions'; reason: string }) => void): () => void;
  /** Marks a session as used now (idle expiry). */
  touch(sessionId: string): void;
  systemViewer(job: string): Viewer;
  sourceViewer(service: Service): Viewer;
  explain(viewer: Viewer | null, need: Need): Verdict;
}

export interface SourcesHealth {
  of(services: readonly Service[]): SourceHealth[];
  onChange(listener: (service: Service) => void): () => void;
}

/** What the doors (HTTP routes, jobs, sources) are opened with. */
export interface House {
  readonly clock: Clock;
  readonly pool: Pool;
  readonly log: Log;
  readonly handle: Handle;
  readonly views: KeptViews;
  readonly access: Access;
  readonly feeds: ReadonlyMap<string, FeedDef>;
  readonly health: SourcesHealth;
  newId(): string;
  /** A message in words; `space` names the stream that refused. */
  say(code: string, details: Refusal['details'] | undefined, language: Language, space?: string): string;
}
