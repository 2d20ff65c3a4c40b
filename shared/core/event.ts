import { headOf } from './cut.ts';

/**
 * Who caused an event: a person, a wall device, an outside source, or the server itself (a policy, a job).
 */
export interface Actor {
  readonly kind: 'person' | 'device' | 'source' | 'system';
  readonly empId: number | null;
  readonly name: string;
  readonly roleId?: number | null;
  readonly designationId?: number | null;
  readonly sessionId?: string | null;
  /** The employee on whose behalf a delegate acted. */
  readonly onBehalfOf?: number | null;
}

/** One member of a stream's closed union of events. */
export interface Event<T extends string = string, D extends object = any> {
  readonly type: T;
  readonly data: D;
}

/** The data of one member of a union, by its name. */
export type DataOf<E extends Event, T extends E['type']> = E extends Event
  ? T extends E['type']
    ? E['data']
    : never
  : never;

/** The members of a union as stored events, each with its own data. */
export type Stored<E extends Event> = { readonly [T in E['type']]: StoredEvent<T, DataOf<E, T>> }[E['type']];

/** The members of a union as `evolve` receives them. */
export type RecordedEventOf<E extends Event> = {
  readonly [T in E['type']]: RecordedEvent<T, DataOf<E, T>>;
}[E['type']];

/** A typed reference to one event of one stream, for subscribers; `data` exists in the type only. */
export interface EventRef<T extends string = string, D extends object = any> {
  readonly stream: string;
  readonly type: T;
  /** The schema version written today. */
  readonly schemaVersion: number;
  readonly data?: D;
}

/** The stored events that a union of references refers to. */
export type StoredOf<R extends EventRef> = R extends EventRef
  ? StoredEvent<R['type'], NonNullable<R['data']>>
  : never;

/** An event that a decision wants to append; `stream` names another stream than the command's own. */
export interface NewEvent<T extends string = string, D = Record<string, unknown>> {
  readonly type: T;
  readonly data: D;
  readonly stream?: string;
}

/**
 * An event in the log. `position` is global, gapless and in commit order; `at` is an ISO instant in UTC with
 * ms.
 */
export interface StoredEvent<T extends string = string, D = unknown> {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly id: string;
  readonly type: T;
  readonly at: string;
  readonly actor: Actor;
  readonly data: D;
  readonly correlationId: string;
  readonly causationId?: string | null;
  readonly schemaVersion?: number;
}

/** The part of an event that `evolve` may read; tests can build it without a log. */
export type RecordedEvent<T extends string = string, D = unknown> = Pick<
  StoredEvent<T, D>,
  'type' | 'data' | 'at' | 'actor' | 'stream' | 'version'
>;

/** The import whose command caused an event: imports set their id as the correlation id. */
export function importOf({ correlationId }: Pick<StoredEvent, 'correlationId'>): string | null {
  return correlationId.startsWith('import-') ? correlationId.slice('import-'.length) : null;
}

/** The place of operation that an event names, whatever its stream. */
export function placeIn(data: unknown): number | null {
  const { pooId, iPooId } = data as { readonly pooId?: unknown; readonly iPooId?: unknown };
  const place = pooId ?? iPooId;
  return typeof place === 'number' ? place : null;
}

/** The name part of a stream id: `signup` in `signup-7`. */
export function streamName(stream: string): string {
  const cut = stream.indexOf('-');
  return cut < 0 ? stream : headOf(stream, cut);
}

/** The key part of a stream id: `7` in `signup-7`, `signup-queue-7` in `queueitem-signup-queue-7`. */
export function streamKey(stream: string): string {
  const cut = stream.indexOf('-');
  return cut < 0 ? '' : stream.slice(cut + 1);
}
