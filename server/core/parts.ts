import type { StoredEvent } from '#shared/core/event.ts';
import type { Directory } from '#shared/core/directory.ts';
import type { Language } from '#shared/core/translations.ts';
import type { Need, Verdict, Viewer } from '#shared/core/permission.ts';
import type { Refusal } from '#shared/core/refusal.ts';
import type { FeedDef, Service, ViewDef } from '#shared/core/view.ts';
import type { CommandAnswer, SourceHealth } from '#shared/wire.ts';
import type { Pool } from 'pg';

/** The parts of the server as routes see them. Parts are passed as arguments, never stored globally. */

export interface Clock {
  now(): number;
}

/** One command to one stream, from any sender: a click, a webhook, a poll, a timer, a policy. */
export interface CommandRequest {
  /** `signup-7`, or `signup-new` to create one. */
  readonly stream: string;
  readonly command: string;
  readonly input: unknown;
  readonly viewer: Viewer;
  /** A UUID kept forever: same key and body, same answer; same key and another body, `commandIdReused`. */
  readonly idempotencyKey?: string;
  /** The version the caller saw; stale answers 409 `versionConflict`. */
  readonly expectedVersion?: number;
  readonly correlationId: string;
  readonly causationId?: string;
  /**
   * Identity of a source message (`service:entity:id:version`); a second one is answered `duplicate` without
   * effect.
   */
  readonly sourceKey?: string;
  /**
   * The number in `stream` was allotted just now: the stream is not looked up, and the log reports one that
   * exists.
   */
  readonly allotted?: boolean;
}

export type Handled = CommandAnswer | Refusal;

/**
 * Load, decide, append: the only way to change anything. Answers after the commit, or with a refusal; throws
 * only on faults.
 */
export type Handle = (request: CommandRequest) => Promise<Handled>;

/** The log as the rest of the server uses it. Positions are gapless and in commit order. */
export interface Log {
  /**
   * All events of one stream, in order; one that cannot be read is set aside and left out. `E`: the events of the
   * stream, as the reader knows them.
   */
  readStream<E extends StoredEvent<string, any> = StoredEvent>(stream: string): Promise<E[]>;
  /** Up to `limit` events after a position, in order; only committed ones, never skipping one. */
  readAfter(position: number, limit: number, streams?: readonly string[]): Promise<StoredEvent[]>;
  /**
   * Passes each event of these streams to `each`, one at a time, so that none is retained; those of other
   * streams are skipped.
   */
  eachAfter(
    position: number,
    limit: number,
    streams: ReadonlySet<string>,
    each: (event: StoredEvent) => void,
  ): Promise<{ count: number; last: number }>;
  /** The position of the last committed event that this node has seen. */
  head(): number;
  /**
   * Called with every committed event once, in order, on this node; returns how to stop. What the consumer cannot take is set aside under
   * its name.
   */
  follow(consumer: string, listener: (events: readonly StoredEvent[]) => void): () => void;
  /** Resolves when this node has applied everything up to `position`. */
  reached(position: number): Promise<void>;
}

/** A view held in memory on this node, consistent with its rows in the database. */
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

/** Adds the rows that are not in memory, for views that keep only recently touched ones. */
export interface KeptViews extends Views {
  /** The row as of everything this node has received. */
  read<R>(def: ViewDef<R>, id: string): Promise<R | undefined>;
  /** Every row, or those whose JSON contains that text; a few at a time, in no order. */
  stored<R>(def: ViewDef<R>, holds?: string): AsyncIterable<readonly [string, R]>;
}

/** Authenticates sessions and gives their viewers. */
export interface Access {
  readonly directory: Directory;
  /**
   * The viewer of a live session as of now, or null; requires both cookie and header unless it is a device.
   */
  viewerOf(proof: { cookie: string | null; token: string | null }): Promise<Viewer | null>;
  /**
   * The current viewer of an authenticated session, e.g. of an open socket; null once it was revoked or
   * expired.
   */
  current(sessionId: string): Viewer | null;
  /** Sessions ended or permissions changed; sockets and feeds must follow at once. */
  onChange(
    listener: (change: { sessionId: string; what: 'revoked' | 'permissions'; reason: string }) => void,
  ): () => void;
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

/** The options with which routes, jobs and sources are opened. */
export interface ServerParts {
  readonly clock: Clock;
  readonly pool: Pool;
  readonly log: Log;
  readonly handle: Handle;
  readonly views: KeptViews;
  readonly access: Access;
  readonly feeds: ReadonlyMap<string, FeedDef>;
  readonly health: SourcesHealth;
  newId(): string;
  /** A message's text; `space` names the stream that refused. */
  translate(
    code: string,
    details: Refusal['details'] | undefined,
    language: Language,
    space?: string,
  ): string;
}
