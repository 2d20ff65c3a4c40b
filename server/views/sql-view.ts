import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResult } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { streamName } from '#shared/core/event.ts';
import { UnreadableEvent } from '#shared/core/upcast.ts';
import { limits } from '#shared/core/limits.ts';
import type { Log } from '../core/parts.ts';
import { newEpoch } from './stored-view.ts';
import { asideError, forgetAsides, isOfData, mostAside, noteAside } from '../store/set-aside.ts';

/**
 * Rows folded from the log into tables, for lists too long for memory. Each table's name contains its epoch;
 * a database view with the plain name shows the current one, so that queries need not know it.
 */
export interface SqlViewDef {
  readonly name: string;
  /** Raise it when rows or tables change their meaning; the tables are then rebuilt beside the old ones. */
  readonly version: number;
  readonly streams: readonly string[];
  /**
   * Plain name → the statements that create its table under the given name, and those that create its
   * indexes once it is filled.
   */
  readonly tables: Readonly<
    Record<string, { readonly table: (table: string) => string; readonly indexes: (table: string) => string }>
  >;
  /** Writes the rows that result from a batch of events, in order. */
  readonly apply: (events: readonly StoredEvent[], tables: SqlTables) => Promise<void>;
}
export interface SqlTables {
  readonly client: PoolClient;
  table(name: string): string;
}

export interface OpenSqlView {
  readonly def: SqlViewDef;
  position(): number;
  /**
   * Resolves when everything up to `position` is in the tables; rejects when they cannot be written for
   * long.
   */
  reached(position: number): Promise<void>;
  /**
   * Rebuilds the tables beside the old ones and switches; readers see the old ones until then. Refused when
   * they are of a newer version.
   */
  rebuild(): Promise<void>;
  /** Called after each written batch with its events, and with none after a rebuild. */
  watch(listener: Listener): () => void;
  close(): Promise<void>;
}

type Listener = (events: readonly StoredEvent[]) => void;

const batch = 500;
const page = 2_000;
/** How often, and for how long, an older node checks whether the newer ones have written. */
const theirs = { checkMs: 25, waitMs: 1_000 };

interface Held {
  readonly version: number;
  readonly position: string;
  readonly epoch: string;
}

/**
 * Begins a transaction whose commit does not wait for the disk, and locks the view's checkpoint: one message
 * to the database instead of two, as every batch of every view begins with it.
 */
async function beginHolding(client: PoolClient, name: string): Promise<Held> {
  const answers: unknown = await client.query(
    `begin; set local synchronous_commit = off; select version, position, epoch from sql_views where name = ${client.escapeLiteral(name)} for update`,
  );
  return (answers as readonly QueryResult<Held>[]).at(-1)!.rows[0]!;
}

/** Ends it with the view's checkpoint at a position. */
const commitAt = (client: PoolClient, name: string, position: number): Promise<unknown> =>
  client.query(
    `update sql_views set position = ${position} where name = ${client.escapeLiteral(name)}; commit`,
  );

/**
 * Opens one SQL view: catches up from the log, then follows it. Rows and checkpoint are one transaction,
 * under one lock per installation. Tables of a newer version are left to nodes of that version: an older
 * node reads them, and waits until they contain what it has received. To go back to an older version for
 * good, delete the view's row from `sql_views`; the next start rebuilds it.
 */
export async function openSqlView(
  pool: Pool,
  log: Log,
  def: SqlViewDef,
  options: {
    onError: (error: unknown) => void;
    retryMs?: number;
    /**
     * A pause between two batches, so that events arriving meanwhile are written together; skipped while a
     * reader waits for a position.
     */
    restMs?: number;
    /** How long a reader waits for a view that cannot be written before it gets the error. */
    patienceMs?: number;
  },
): Promise<OpenSqlView> {
  const subscribed = new Set(def.streams);
  const waiters: {
    position: number;
    since: number;
    resolve: () => void;
    reject: (error: unknown) => void;
  }[] = [];
  const listeners = new Set<Listener>();
  let position = 0;
  let closed = false;

  const found = (
    await pool.query<{ version: number; position: string }>(
      'select version, position from sql_views where name = $1',
      [def.name],
    )
  ).rows[0];
  if (!found || found.version !== def.version) await build(pool, log, def, false);
  position = await checkpoint();
  /** The checkpoint as this node last wrote or found it. */
  let written = position;

  async function checkpoint(): Promise<number> {
    return Number(
      (await pool.query<{ position: string }>('select position from sql_views where name = $1', [def.name]))
        .rows[0]!.position,
    );
  }

  /** What one listener fails with is kept from the others, and from the rows that are written. */
  const inform = (listener: Listener, events: readonly StoredEvent[]): void => {
    try {
      listener(events);
    } catch (error) {
      options.onError(error);
    }
  };
  const emit = (events: readonly StoredEvent[]): void => {
    for (let i = waiters.length - 1; i >= 0; i -= 1)
      if (waiters[i]!.position <= position) waiters.splice(i, 1)[0]!.resolve();
    if (events.length > 0) for (const listener of listeners) inform(listener, events);
  };

  /**
   * Commits are asynchronous: after a crash the database may be behind what was written, which is then
   * folded again.
   */
  const fallBack = (at: number): boolean => {
    if (at >= written) return false;
    written = position = at;
    return (gap = true);
  };

  let leftTo: number | null = null;
  /**
   * Waits until nodes of the tables' version have written up to this position; reports once that this node
   * does not write itself.
   */
  const waitForTheirs = async (version: number, upTo: number): Promise<void> => {
    if (leftTo !== version)
      options.onError(
        new Error(
          `${def.name}: its tables are of version ${version}, this node knows ${def.version}. It reads them and leaves the writing to the newer ones.`,
        ),
      );
    leftTo = version;
    const until = performance.now() + theirs.waitMs;
    while ((await checkpoint()) < upTo) {
      if (closed || performance.now() > until)
        throw new Error(`${def.name}: nobody of version ${version} has written up to position ${upTo} yet.`);
      await pause(theirs.checkMs);
    }
  };

  /**
   * Writes one batch in one transaction; adopts the checkpoint of a faster node. A batch with an event that
   * the view cannot take is written again one by one, without that event.
   */
  const write = async (events: readonly StoredEvent[], upTo: number, oneByOne = false): Promise<void> => {
    const client = await pool.connect();
    let version: number;
    try {
      // Asynchronous commit: rows and checkpoint go together, and what a crash loses of both is folded again
      // from the log.
      const held = await beginHolding(client, def.name);
      version = held.version;
      if (version === def.version) {
        const at = Number(held.position);
        if (fallBack(at))
          throw new Error(
            `${def.name}: the database fell back to position ${at}, from there it is read again.`,
          );
        const fresh = events.filter((event) => event.position > at);
        const tables: SqlTables = { client, table: (name) => tableName(name, held.epoch) };
        const aside = oneByOne ? await applyOneByOne(def, fresh, tables) : [];
        if (!oneByOne && fresh.length > 0) await applyTo(def, fresh, tables);
        await commitAt(client, def.name, Math.max(at, upTo));
        written = Math.max(at, upTo);
        for (const error of aside) options.onError(error);
      } else await client.query('rollback');
      client.release();
    } catch (error) {
      client.release(true);
      if (oneByOne || !isOfData(error)) throw error;
      return write(events, upTo, true);
    }
    if (version !== def.version) await waitForTheirs(version, events[events.length - 1]?.position ?? 0);
  };

  // A broken connection may mean a crashed database: its checkpoint is read again.
  let doubt = false;
  const doubtIt = (): void => {
    doubt = true;
    wake();
  };
  pool.on('error', doubtIt);

  // Received while following; when too much waits in memory, it is read from the log instead.
  let received: StoredEvent[] = [];
  let receivedTo = log.head();
  let gap = true;
  let running: Promise<void> | null = null;
  const unfollow = log.follow(def.name, (events) => {
    for (const event of events) if (subscribed.has(streamName(event.stream))) received.push(event);
    receivedTo = events[events.length - 1]!.position;
    if (received.length > page * 5) {
      received = [];
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
        await write(
          some,
          i + batch >= events.length
            ? Math.max(last, some[some.length - 1]!.position)
            : some[some.length - 1]!.position,
        );
        position = some[some.length - 1]!.position;
        emit(some);
      }
      if (events.length === 0 && last > position) await write([], last);
      position = Math.max(position, last);
      received = received.filter((event) => event.position > position);
      if (events.length < page) gap = false;
      emit([]);
      return true;
    }
    const upTo = receivedTo;
    const some = received.splice(0, batch);
    const fresh = some.filter((event) => event.position > position);
    const to =
      received.length > 0
        ? (some[some.length - 1]?.position ?? position)
        : Math.max(upTo, some[some.length - 1]?.position ?? 0);
    if (fresh.length === 0 && to <= position) return false;
    try {
      // A checkpoint alone is not worth a transaction each time: it is written now and then.
      if (fresh.length > 0 || to - position > page) await write(fresh, to);
    } catch (error) {
      gap = true;
      throw error;
    }
    position = Math.max(position, to);
    emit(fresh);
    return received.length > 0;
  };

  let resting: NodeJS.Timeout | null = null;
  function rest(ms: number): void {
    resting = setTimeout(() => {
      resting = null;
      if (receivedTo > position) wake();
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
        // Calls to `wake` while this ran had no effect: events since the last check are looked for here,
        // whether they concern this view or not.
        if (gap || doubt || receivedTo > position) wake();
      },
      (error: unknown) => {
        running = null;
        if (closed) return;
        options.onError(error);
        const waitedLong = performance.now() - (options.patienceMs ?? limits.databaseSilentMs);
        for (let i = waiters.length - 1; i >= 0; i -= 1)
          if (waiters[i]!.since <= waitedLong) waiters.splice(i, 1)[0]!.reject(error);
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
      for (const listener of listeners) inform(listener, []);
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

/** A view's table under the name of its epoch. */
export function tableName(name: string, epoch: string): string {
  return `${name}_${epoch.toLowerCase().replace(/[^a-z0-9]/g, 'x')}`;
}

/**
 * Fills fresh tables from the beginning of the log and then, in one transaction, puts them in place of the
 * old ones. It never replaces a newer version's: those stay, and `anew` is refused.
 */
export async function build(
  pool: Pool,
  log: Pick<Log, 'head' | 'readAfter'>,
  def: SqlViewDef,
  anew: boolean,
): Promise<void> {
  const client = await pool.connect();
  try {
    // One builder at a time; one that waited and only wanted the new version finds it built.
    await client.query('select pg_advisory_lock(7312)');
    const before = (
      await client.query<{ version: number; epoch: string }>(
        'select version, epoch from sql_views where name = $1',
        [def.name],
      )
    ).rows[0];
    if (anew && before && before.version > def.version)
      throw new Error(`${def.name}: its tables are of version ${before.version} and stay.`);
    if (!anew && before && before.version >= def.version) {
      await client.query('select pg_advisory_unlock(7312)');
      client.release();
      return;
    }
    const epoch = newEpoch();
    await forgetAsides(client, def.name);
    const table = (name: string): string => tableName(name, epoch);
    for (const [name, make] of Object.entries(def.tables)) await client.query(make.table(table(name)));
    let position = 0;
    for (;;) {
      const head = log.head();
      const events = await log.readAfter(position, page, def.streams);
      for (let i = 0; i < events.length; i += batch) {
        await client.query('begin');
        await applyBatch(def, events.slice(i, i + batch), { client, table });
        await client.query('commit');
      }
      position =
        events.length < page
          ? Math.max(head, events[events.length - 1]?.position ?? 0)
          : events[events.length - 1]!.position;
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
    if (before)
      for (const name of Object.keys(def.tables))
        await client.query(`drop table if exists ${tableName(name, before.epoch)}`);
    await client.query('commit');
    // So that counting uses an index-only scan: freshly written rows are only known to be visible after a
    // vacuum.
    for (const name of Object.keys(def.tables)) await client.query(`vacuum (analyze) ${table(name)}`);
    await client.query('select pg_advisory_unlock(7312)');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Applies events. Whatever the view itself fails with concerns them; only what a statement fails with may concern the database. */
async function applyTo(def: SqlViewDef, events: readonly StoredEvent[], tables: SqlTables): Promise<void> {
  const ofStatements = new Set<unknown>();
  const client = new Proxy(tables.client, {
    get: (real, name) =>
      name === 'query'
        ? (...given: Parameters<PoolClient['query']>): Promise<unknown> =>
            (real.query(...given) as unknown as Promise<unknown>).catch((error: unknown) => {
              ofStatements.add(error);
              throw error;
            })
        : (Reflect.get(real, name) as unknown),
  });
  try {
    await def.apply(events, { ...tables, client });
  } catch (error) {
    const { code = '' } = (error ?? {}) as { readonly code?: unknown };
    // A state of SQL or of the system; the codes of JavaScript's own errors are longer.
    const isOfStore = ofStatements.has(error) || /^([0-9A-Z]{5}|E[A-Z]+)$/.test(String(code));
    throw isOfStore || isOfData(error) ? error : new UnreadableEvent(events[0]!, error);
  }
}

/** Applies a batch within a transaction; one with an event that the view cannot take, one by one without it. */
export async function applyBatch(
  def: SqlViewDef,
  events: readonly StoredEvent[],
  tables: SqlTables,
): Promise<void> {
  const { client } = tables;
  await client.query('savepoint batch');
  try {
    await applyTo(def, events, tables);
  } catch (error) {
    if (!isOfData(error)) throw error;
    await client.query('rollback to savepoint batch');
    await applyOneByOne(def, events, tables);
  }
  await client.query('release savepoint batch');
}

/** Applies events one by one and sets aside those that the view cannot take; returns what to report of them. */
async function applyOneByOne(
  def: SqlViewDef,
  events: readonly StoredEvent[],
  tables: SqlTables,
): Promise<Error[]> {
  const { client } = tables;
  const aside: { event: StoredEvent; error: unknown }[] = [];
  for (const event of events) {
    await client.query('savepoint one');
    try {
      await applyTo(def, [event], tables);
      await client.query('release savepoint one');
    } catch (error) {
      if (!isOfData(error) || aside.length === mostAside) throw error;
      await client.query('rollback to savepoint one');
      aside.push({ event, error });
    }
  }
  for (const { event, error } of aside) await noteAside(client, def.name, event, error);
  return aside.map(({ event, error }) => asideError(def.name, event, error));
}
