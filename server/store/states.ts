import type { Pool } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { streamKey, streamName } from '#shared/core/event.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { eventColumns, queryEventRows, readEvent, type EventRow } from './event-row.ts';
import { inRounds } from './rounds.ts';

export interface Loaded {
  readonly version: number;
  readonly state: any;
  readonly last: StoredEvent | null;
}

/** States of streams, kept in memory while they are in use and brought forward by every committed event. */
export interface States {
  load(stream: string): Promise<Loaded>;
  /** The beginning of a stream that nobody wrote to yet, as far as is known; whoever is wrong is told by the log and forgets it. */
  begin(stream: string): Loaded;
  apply(events: readonly StoredEvent[]): void;
  forget(stream: string): void;
}

const snapshotEvery = 200;

export function openStates(pool: Pool, defs: ReadonlyMap<string, StreamDef>, keep = 20_000): States {
  const cache = new Map<string, Loaded>();
  /** The newest version that was told of a stream while it was being read: what was read may be from before it. */
  const reading = new Map<string, { readers: number; told: number }>();

  const remember = (stream: string, loaded: Loaded): void => {
    cache.delete(stream);
    cache.set(stream, loaded);
    if (cache.size > keep)
      for (const oldest of cache.keys()) {
        cache.delete(oldest);
        if (cache.size <= keep) break;
      }
  };

  const start = (def: StreamDef, stream: string): Loaded => ({ version: 0, state: def.initial(streamKey(stream)), last: null });

  const fetch = async (streams: readonly string[]): Promise<ReadonlyMap<string, Loaded>> => {
    const rows = await queryEventRows<EventRow & { asked: string; from: number | null; saved: string | null }>(pool, {
      name: 'read-streams',
      text: `select q.stream as asked, s.version as "from", case when e.version is null or e.version = s.version + 1 then s.state end as saved, ${eventColumns
        .split(', ')
        .map((column) => `e.${column}`)
        .join(', ')}
        from unnest($1::text[], $2::text[]) as q (stream, code) left join snapshots s on s.stream = q.stream and s.code = q.code
        left join events e on e.stream = q.stream and e.version > coalesce(s.version, 0) order by q.stream, e.version`,
      values: [streams, streams.map((stream) => codeOf(defs.get(streamName(stream))!))],
    });
    const all = new Map<string, Loaded>();
    const steps = new Map<string, number>();
    for (const row of rows) {
      const def = defs.get(streamName(row.asked))!;
      let loaded = all.get(row.asked) ?? (row.saved === null ? start(def, row.asked) : { version: row.from!, state: JSON.parse(row.saved), last: null });
      if (row.id !== null) {
        loaded = step(def, loaded, readEvent(row));
        steps.set(row.asked, (steps.get(row.asked) ?? 0) + 1);
      }
      all.set(row.asked, loaded);
    }
    for (const [stream, count] of steps)
      if (count >= snapshotEvery) {
        const loaded = all.get(stream)!;
        await pool.query(
          'insert into snapshots (stream, version, code, state) values ($1, $2, $3, $4) on conflict (stream) do update set version = excluded.version, code = excluded.code, state = excluded.state',
          [stream, loaded.version, codeOf(defs.get(streamName(stream))!), JSON.stringify(loaded.state)],
        );
      }
    return all;
  };

  const known = inRounds(fetch);
  const read = async (stream: string): Promise<Loaded> =>
    defs.has(streamName(stream)) ? (await known(stream))! : { version: 0, state: undefined, last: null };

  return {
    async load(stream) {
      const have = cache.get(stream);
      if (have) return have;
      const under = reading.get(stream) ?? { readers: 0, told: 0 };
      reading.set(stream, under);
      under.readers += 1;
      try {
        let loaded = await read(stream);
        if (loaded.version < under.told) loaded = await read(stream);
        const meanwhile = cache.get(stream);
        if (meanwhile && meanwhile.version >= loaded.version) return meanwhile;
        if (loaded.version >= under.told) remember(stream, loaded);
        return loaded;
      } finally {
        under.readers -= 1;
        if (under.readers === 0) reading.delete(stream);
      }
    },
    begin(stream) {
      const have = cache.get(stream);
      if (have) return have;
      const loaded = start(defs.get(streamName(stream))!, stream);
      remember(stream, loaded);
      return loaded;
    },
    apply(events) {
      for (const event of events) {
        const under = reading.get(event.stream);
        if (under) under.told = Math.max(under.told, event.version);
        const have = cache.get(event.stream);
        if (!have || event.version <= have.version) continue;
        const def = defs.get(streamName(event.stream));
        if (def && event.version === have.version + 1) remember(event.stream, step(def, have, event));
        else cache.delete(event.stream);
      }
    },
    forget: (stream) => void cache.delete(stream),
  };
}

function step(def: StreamDef, loaded: Loaded, event: StoredEvent): Loaded {
  return { version: event.version, state: def.evolve(loaded.state, event), last: event };
}

/** A snapshot is only good for the state that its stream's author numbered. */
const codeOf = (def: StreamDef): string => `state-${def.state}`;
