import type { StoredEvent } from './event.ts';
import { streamName } from './event.ts';

type Data = Readonly<Record<string, unknown>>;

/** Converts the data of one schema version to the next. Pure. */
export type Upcaster = (data: Data) => Data;

/** By current event type, then by the version the upcaster starts from. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

/** What the store needs to know to read and write a stream's events. */
export interface EventSchemas {
  readonly name: string;
  readonly upcast?: Upcasters;
  /** Renamed event types: stored name → current name. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/** Renames fields; all others stay. */
export function renameFields(names: Readonly<Record<string, string>>): Upcaster {
  return (data) =>
    Object.fromEntries(Object.entries(data).map(([name, value]) => [names[name] ?? name, value]));
}

/** The schema version written today: one more than the last with an upcaster. */
export function schemaVersionOf(schemas: EventSchemas | undefined, type: string): number {
  return 1 + Math.max(0, ...Object.keys(schemas?.upcast?.[type] ?? {}).map(Number));
}

/** Stored data that no upcaster brings to the current schema. */
export class UnreadableEvent extends Error {
  constructor({ stream, position, type }: StoredEvent, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${type} of ${stream} at position ${position} cannot be read: ${why}`, { cause });
    this.name = 'UnreadableEvent';
  }
}

/** An event whose data throws whenever it is read, so that each reader goes on without this event alone. */
const unreadable = <E extends StoredEvent>(event: E, cause: unknown): E =>
  Object.defineProperty({ ...event }, 'data', {
    enumerable: true,
    get: () => {
      throw new UnreadableEvent(event, cause);
    },
  });

/** Why the data of an event cannot be read, or null. */
export function unreadableOf(event: StoredEvent): UnreadableEvent | null {
  try {
    void event.data;
    return null;
  } catch (error) {
    if (error instanceof UnreadableEvent) return error;
    throw error;
  }
}

/**
 * Upcasts stored events to current types and schema versions; a current event is returned unchanged. The data of one whose upcaster fails
 * throws {@link UnreadableEvent} when it is read.
 */
export function openUpcasting(
  streams: ReadonlyMap<string, EventSchemas>,
): <E extends StoredEvent>(event: E) => E {
  const old = new Set([...streams].filter(([, one]) => one.upcast || one.renamed).map(([name]) => name));
  return (event) => {
    const name = streamName(event.stream);
    if (!old.has(name)) return event;
    const schemas = streams.get(name);
    const type = schemas?.renamed?.[event.type] ?? event.type;
    const current = schemaVersionOf(schemas, type);
    const schemaVersion = Math.max(current, event.schemaVersion ?? 1);
    try {
      let data = event.data as Data;
      for (let version = event.schemaVersion ?? 1; version < current; version += 1) {
        const step = schemas?.upcast?.[type]?.[version];
        if (!step)
          throw new Error(
            `${name}: no upcaster brings ${type} from schema version ${version} to ${version + 1}`,
          );
        data = step(data);
      }
      return { ...event, type, data, schemaVersion };
    } catch (error) {
      return unreadable({ ...event, type, schemaVersion }, error);
    }
  };
}
