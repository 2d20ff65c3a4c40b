import type { Pool } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { streamKey, streamName } from '#shared/core/event.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { UnreadableEvent } from '#shared/core/upcast.ts';
import { eventColumns, queryEventRows, readEvent, type EventRow } from './event-row.ts';
import { inRounds } from './rounds.ts';
import { noteAside, recordStates } from './set-aside.ts';

export interface Loaded {
  readonly version: number;
  readonly state: any;
  readonly last: StoredEvent | null;
}

/** States of streams, cached while they are in use and advanced by every committed event. */
export interface States {
  load(stream: string): Promise<Loaded>;
  /**
   * The initial state of a stream that nobody has written to, as far as is known; the log reports a wrong
   * guess, which is then forgotten.
   */
  begin(stream: string): Loaded;
  /** Advances cached states. One that an event cannot be folded into is forgotten: it fails again for whoever loads it. */
  apply(events: readonly StoredEvent[], aside?: (event: StoredEvent, error: unknown) => void): void;
  forget(stream: string): void;
}

const snapshotEvery = 200;

/** A stream whose events cannot be folded; only those who load it fail. */
interface Failed {
  readonly failed: unknown;
}

export function openStates(pool: Pool, defs: ReadonlyMap<string, StreamDef>, keep = 20_000): States {
  const cache = new Map<string, Loaded>();
  /**
   * The newest version published for a stream while it was being read: the result of the read may be older.
   */
  const reads = new Map<string, { readers: number; published: number }>();

  const remember = (stream: string, loaded: Loaded): void => {
    cache.delete(stream);
    cache.set(stream, loaded);
    if (cache.size > keep)
      for (const oldest of cache.keys()) {
        cache.delete(oldest);
        if (cache.size <= keep) break;
      }
  };

  const start = (def: StreamDef, stream: string): Loaded => ({
    version: 0,
    state: def.initial(streamKey(stream)),
    last: null,
  });

  const fetch = async (streams: readonly string[]): Promise<ReadonlyMap<string, Loaded | Failed>> => {
    const rows = await queryEventRows<
      EventRow & { requested: string; from: number | null; saved: string | null }
    >(pool, {
      name: 'read-streams',
      text: `select q.stream as requested, s.version as "from", case when e.version is null or e.version = s.version + 1 then s.state end as saved, ${eventColumns
        .split(', ')
        .map((column) => `e.${column}`)
        .join(', ')}
        from unnest($1::text[], $2::text[]) as q (stream, code) left join snapshots s on s.stream = q.stream and s.code = q.code
        left join events e on e.stream = q.stream and e.version > coalesce(s.version, 0) order by q.stream, e.version`,
      values: [streams, streams.map((stream) => codeOf(defs.get(streamName(stream))!))],
    });
    const all = new Map<string, Loaded | Failed>();
    const steps = new Map<string, number>();
    for (const row of rows) {
      const def = defs.get(streamName(row.requested))!;
      const before = all.get(row.requested);
      if (before && 'failed' in before) continue;
      let loaded =
        before ??
        (row.saved === null
          ? start(def, row.requested)
          : { version: row.from!, state: JSON.parse(row.saved), last: null });
      try {
        if (row.id !== null) {
          loaded = step(def, loaded, readEvent(row));
          steps.set(row.requested, (steps.get(row.requested) ?? 0) + 1);
        }
        all.set(row.requested, loaded);
      } catch (error) {
        if (!(error instanceof UnreadableEvent)) throw error;
        steps.delete(row.requested);
        all.set(row.requested, { failed: error });
        await noteAside(pool, recordStates, readEvent(row), error);
      }
    }
    for (const [stream, count] of steps)
      if (count >= snapshotEvery) {
        const loaded = all.get(stream) as Loaded;
        await pool.query(
          'insert into snapshots (stream, version, code, state) values ($1, $2, $3, $4) on conflict (stream) do update set version = excluded.version, code = excluded.code, state = excluded.state',
          [stream, loaded.version, codeOf(defs.get(streamName(stream))!), JSON.stringify(loaded.state)],
        );
      }
    return all;
  };

  const known = inRounds(fetch);
  const read = async (stream: string): Promise<Loaded> => {
    if (!defs.has(streamName(stream))) return { version: 0, state: undefined, last: null };
    const loaded = (await known(stream))!;
    if ('failed' in loaded) throw loaded.failed;
    return loaded;
  };

  return {
    async load(stream) {
      const have = cache.get(stream);
      if (have) return have;
      const active = reads.get(stream) ?? { readers: 0, published: 0 };
      reads.set(stream, active);
      active.readers += 1;
      try {
        let loaded = await read(stream);
        if (loaded.version < active.published) loaded = await read(stream);
        const meanwhile = cache.get(stream);
        if (meanwhile && meanwhile.version >= loaded.version) return meanwhile;
        if (loaded.version >= active.published) remember(stream, loaded);
        return loaded;
      } finally {
        active.readers -= 1;
        if (active.readers === 0) reads.delete(stream);
      }
    },
    begin(stream) {
      const have = cache.get(stream);
      if (have) return have;
      const loaded = start(defs.get(streamName(stream))!, stream);
      remember(stream, loaded);
      return loaded;
    },
    apply(events, aside) {
      for (const event of events) {
        const active = reads.get(event.stream);
        if (active) active.published = Math.max(active.published, event.version);
        const have = cache.get(event.stream);
        if (!have || event.version <= have.version) continue;
        const def = defs.get(streamName(event.stream));
        cache.delete(event.stream);
        if (!def || event.version !== have.version + 1) continue;
        try {
          remember(event.stream, step(def, have, event));
        } catch (error) {
          aside?.(event, error);
        }
      }
    },
    forget: (stream) => void cache.delete(stream),
  };
}

function step(def: StreamDef, loaded: Loaded, event: StoredEvent): Loaded {
  try {
    return { version: event.version, state: def.evolve(loaded.state, event), last: event };
  } catch (error) {
    throw error instanceof UnreadableEvent ? error : new UnreadableEvent(event, error);
  }
}

/** A snapshot is only valid for the state number that the stream's author gave. */
const codeOf = (def: StreamDef): string => `state-${def.state}`;
