import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { streamName } from '#shared/core/event.ts';
import { limits } from '#shared/core/limits.ts';
import type { Log } from '../house.ts';
import { newEpoch } from './engine.ts';

/**
 * Rows folded from the log into tables of their own, for lists too long for memory. Each table stands under a name of its
 * epoch; a database view of the plain name shows the one in force, so that queries never know which it is.
 */
export interface SqlViewDef {
  readonly name: string;
  /** Raise it when rows or tables mean something else; the tables are then built anew beside the old ones. */
  readonly version: number;
  readonly streams: readonly string[];
  /** Plain name → the statements that make its table under the name given, and those that make its indexes once it is filled. */
  readonly tables: Readonly<Record<string, { readonly table: (table: string) => string; readonly indexes: (table: string) => string }>>;
  /** Writes what a batch of events, in order, makes of the rows. */
  readonly apply: (events: readonly StoredEvent[], tables: SqlTables) => Promise<void>;
}
export interface SqlTables {
  readonly client: PoolClient;
  table(name: string): string;
}

export interface OpenSqlView {
  readonly def: SqlViewDef;
  position(): number;
  /** Resolves when everything up to `position` is in the tables; rejects when they cannot be written for long. */
  reached(position: number): Promise<void>;
  /** Builds the tables anew beside the old ones and switches; readers see the old ones until then. Refused when they are of a newer version. */
  rebuild(): Promise<void>;
  /** Called after each written batch with the events in it, and with none after the tables were built anew. */
  watch(listener: (events: readonly StoredEvent[]) => void): () => void;
  close(): Promise<void>;
}

const batch = 500;
const page = 2_000;
/** How often, and how long at a time, an older node looks whether the newer ones have written. */
const theirs = { lookMs: 25, waitMs: 1_000 };

/**
 * Opens one list: catches up from the log, then follows it. Rows and checkpoint are one transaction, under one lock in the whole house.
 * Tables of a newer version are left to the nodes that have it: an older node reads them, and waits until they hold what it heard.
 * To go back to an older version for good, take the list's line out of `sql_views`; the next start builds it anew.
 */
export async function openSqlView(
  pool: Pool,
  log: Log,
  def: SqlViewDef,
  options: {
    onError: (error: unknown) => void;
    retryMs?: number;
    /** Between two batches, so that what comes meanwhile is written together; who waits for a position does not wait for this. */
    restMs?: number;
    /** How long a reader waits for a list that cannot be written before the fault is the answer. */
    patienceMs?: number;
  },
): Promise<OpenSqlView> {
  const hears = new Set(def.streams);
  const waiters: { position: number; since: number; resolve: () => void; reject: (error: unknown) => void }[] = [];
  const listeners = new Set<(events: readonly StoredEvent[]) => void>();
  let position = 0;
  let closed = false;

  const found = (await pool.query<{ version: number; position: string }>('select version, position from sql_views where name = $1', [def.name])).rows[0];
  if (!found || found.version !== def.version) await build(pool, log, def, false);
  position = await checkpoint();
  /** The checkpoint as this node last wrote or found it. */
  let written = position;

  async function checkpoint(): Promise<number> {
    return Number((await pool.query<{ position: string }>('select position from sql_views where name = $1', [def.name])).rows[0]!.position);
  }

  const tell = (events: readonly StoredEvent[]): void => {
    for (let i = waiters.length - 1; i >= 0; i -= 1) if (waiters[i]!.position <= position) waiters.splice(i, 1)[0]!.resolve();
    if (events.length > 0) for (const listener of listeners) listener(events);
  };

  /** Rows are not waited for on the disk: a database that crashed knows less than was written, and that is folded again. */
  const fallBack = (at: number): boolean => {
    if (at >= written) return false;
    written = position = at;
    return (gap = true);
  };

  let leftTo: number | null = null;
  /** Waits until those who have the tables' version have written up to here; says once that it does not write itself. */
  const waitForTheirs = async (version: number, upTo: number): Promise<void> => {
    if (leftTo !== version)
      options.onError(
        new Error(`${def.name}: its tables are of version ${version}, this node knows ${def.version}. It reads them and leaves the writing to the newer ones.`),
      );
    leftTo = version;
    const until = performance.now() + theirs.waitMs;
    while ((await checkpoint()) < upTo) {
      if (closed || performance.now() > until) throw new Error(`${def.name}: nobody of version ${version} has written up to position ${upTo} yet.`);
      await pause(theirs.lookMs);
    }
  };

  /** One batch in one transaction; another node that was faster is believed. */
  const write = async (events: readonly StoredEvent[], upTo: number): Promise<void> => {
    const client = await pool.connect();
    let version: number;
    try {
      // Not waited for on the disk: rows and checkpoint go together, and what a crash takes of both is folded again from the log.
      await client.query('begin; set local synchronous_commit = off');
      const held = (
        await client.query<{ version: number; position: string; epoch: string }>('select version, position, epoch from sql_views where name = $1 for update', [
          def.name,
        ])
      ).rows[0]!;
      version = held.version;
      if (version === def.version) {
        const at = Number(held.position);
        if (fallBack(at)) throw new Error(`${def.name}: the database fell back to position ${at}, from there it is read again.`);
        const fresh = events.filter((event) => event.position > at);
        if (fresh.length > 0) await def.apply(fresh, { client, table: (name) => tableName(name, held.epoch) });
        if (upTo > at) await client.query('update sql_views set position = $1 where name = $2', [upTo, def.name]);
        await client.query('commit');
        written = Math.max(at, upTo);
      } else await client.query('rollback');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
    if (version !== def.version) await waitForTheirs(version, events[events.length - 1]?.position ?? 0);
  };

  // A line that broke may be a database that crashed: what it still knows is looked up.
  let doubt = false;
  const doubtIt = (): void => {
    doubt = true;
    wake();
  };
  pool.on('error', doubtIt);

  // Heard while following; when too much waits in memory, it is read from the log instead.
  let heard: StoredEvent[] = [];
  let heardTo = log.head();
  let gap = true;
  let running: Promise<void> | null = null;
  const unfollow = log.follow((events) => {
    for (const event of events) if (hears.has(streamName(event.stream))) heard.push(event);
    heardTo = events[events.length - 1]!.position;
    if (heard.length > page * 5) {
      heard = [];
      gap = true;
    }
    wake();
  });

  const step = async (): Promise<boolean> => {
    if (doubt) {
      doubt = false;
      try {
        fallBack(await checkpoint());
      } catch (error) {
        doubt = gap = true;
        throw error;
      }
    }
    if (gap) {
      const head = log.head();
      const events = await log.readAfter(position, page, def.streams);
      const last = events.length < page ? head : events[events.length - 1]!.position;
      for (let i = 0; i < events.length; i += batch) {
        const some = events.slice(i, i + batch);
        await write(some, i + batch >= events.length ? Math.max(last, some[some.length - 1]!.position) : some[some.length - 1]!.position);
        position = some[some.length - 1]!.position;
        tell(some);
      }
      if (events.length === 0 && last > position) await write([], last);
      position = Math.max(position, last);
      heard = heard.filter((event) => event.position > position);
      if (events.length < page) gap = false;
      tell([]);
      return true;
    }
    const upTo = heardTo;
    const some = heard.splice(0, batch);
    const fresh = some.filter((event) => event.position > position);
    const to = heard.length > 0 ? (some[some.length - 1]?.position ?? position) : Math.max(upTo, some[some.length - 1]?.position ?? 0);
    if (fresh.length === 0 && to <= position) return false;
    try {
      // A checkpoint alone is not worth a transaction each time: it is written now and then.
      if (fresh.length > 0 || to - position > page) await write(fresh, to);
    } catch (error) {
      gap = true;
      throw error;
    }
    position = Math.max(position, to);
    tell(fresh);
    return heard.length > 0;
  };

  let resting: NodeJS.Timeout | null = null;
  function rest(ms: number): void {
    resting = setTimeout(() => {
      resting = null;
      if (heardTo > position) wake();
    }, ms);
    resting.unref();
  }

  function wake(): void {
    if (running || closed || (resting && waiters.length === 0 && !gap && !doubt)) return;
    if (resting) clearTimeout(resting);
    resting = null;
    running = (async () => {
      // eslint-disable-next-line no-unmodified-loop-condition -- closed from outside
      while (!closed && (await step())) await new Promise(setImmediate);
    })().then(
      () => {
        running = null;
        if (closed) return;
        if (options.restMs) rest(options.restMs);
        // Whoever called while this ran was not heard: what came since the last look is looked for here, also when it is none of ours.
        if (gap || doubt || heardTo > position) wake();
      },
      (error: unknown) => {
        running = null;
        if (closed) return;
        options.onError(error);
        const waitedLong = performance.now() - (options.patienceMs ?? limits.databaseSilentMs);
        for (let i = waiters.length - 1; i >= 0; i -= 1) if (waiters[i]!.since <= waitedLong) waiters.splice(i, 1)[0]!.reject(error);
        setTimeout(wake, options.retryMs ?? 1_000).unref();
      },
    );
  }
  wake();
  while (running) await (running as Promise<void>);

  return {
    def,
    position: () => position,
    reached(wanted) {
      if (wanted <= position) return Promise.resolve();
      return new Promise((resolve, reject) => {
        waiters.push({ position: wanted, since: performance.now(), resolve, reject });
        wake();
      });
    },
    async rebuild() {
      while (running) await (running as Promise<void>);
      await build(pool, log, def, true);
      position = written = await checkpoint();
      for (const listener of listeners) listener([]);
      gap = true;
      wake();
      while (running) await (running as Promise<void>);
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      unfollow();
      pool.off('error', doubtIt);
      if (resting) clearTimeout(resting);
      if (running) await running;
    },
  };
}

/** A list's table under the name of its epoch. */
export function tableName(name: string, epoch: string): string {
  return `${name}_${epoch.toLowerCase().replace(/[^a-z0-9]/g, 'x')}`;
}

/**
 * Fills fresh tables from the beginning of the log and then, in one transaction, shows them in the place of the old ones. Never in the
 * place of a newer version's: those stay, and `anew` is refused.
 */
export async function build(pool: Pool, log: Pick<Log, 'head' | 'readAfter'>, def: SqlViewDef, anew: boolean): Promise<void> {
  const client = await pool.connect();
  try {
    // One builder at a time; whoever waited finds the work done when it only wanted the new version.
    await client.query('select pg_advisory_lock(7312)');
    const before = (await client.query<{ version: number; epoch: string }>('select version, epoch from sql_views where name = $1', [def.name])).rows[0];
    if (anew && before && before.version > def.version) throw new Error(`${def.name}: its tables are of version ${before.version} and stay.`);
    if (!anew && before && before.version >= def.version) {
      await client.query('select pg_advisory_unlock(7312)');
      client.release();
      return;
    }
    const epoch = newEpoch();
    const table = (name: string): string => tableName(name, epoch);
    for (const [name, make] of Object.entries(def.tables)) await client.query(make.table(table(name)));
    let position = 0;
    for (;;) {
      const head = log.head();
      const events = await log.readAfter(position, page, def.streams);
      for (let i = 0; i < events.length; i += batch) {
        await client.query('begin');
        await def.apply(events.slice(i, i + batch), { client, table });
        await client.query('commit');
      }
      position = events.length < page ? Math.max(head, events[events.length - 1]?.position ?? 0) : events[events.length - 1]!.position;
      if (events.length < page) break;
    }
    for (const [name, make] of Object.entries(def.tables)) await client.query(make.indexes(table(name)));
    await client.query('begin');
    for (const name of Object.keys(def.tables)) {
      await client.query(`drop view if exists ${name}`);
      await client.query(`create view ${name} as select * from ${table(name)}`);
    }
    await client.query(
      'insert into sql_views (name, version, epoch, position) values ($1, $2, $3, $4) on conflict (name) do update set version = excluded.version, epoch = excluded.epoch, position = excluded.position, rebuilt_at = clock_timestamp()',
      [def.name, def.version, epoch, position],
    );
    if (before) for (const name of Object.keys(def.tables)) await client.query(`drop table if exists ${tableName(name, before.epoch)}`);
    await client.query('commit');
    // So that counting a list reads its index alone: rows that were just written are known to be visible only after a vacuum.
    for (const name of Object.keys(def.tables)) await client.query(`vacuum (analyze) ${table(name)}`);
    await client.query('select pg_advisory_unlock(7312)');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
