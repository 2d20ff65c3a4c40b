import { setTimeout as pause } from 'node:timers/promises';
import { Client, DatabaseError, Pool, type PoolConfig } from 'pg';
import { limits } from '#shared/core/limits.ts';
import type { Note } from '../runtime/notes.ts';
import { isAway } from './away.ts';
import { every } from './every.ts';

/** How long `close` waits for connections that do not end. */
const closeMs = 2_000;

export interface Connections {
  readonly pool: Pool;
  /**
   * How long ago the database last answered, in ms, while it is silent or refuses connections. Null while it
   * answers.
   */
  awayMs(): number | null;
  /** Called when the database goes away and when it comes back. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

/**
 * How often the connections are checked; how long without an answer until a probe is sent, and until the
 * database counts as silent.
 */
const usual = { checkMs: 1_000, probeAfterMs: 2_000, silentMs: limits.databaseSilentMs as number };

/**
 * The connections to the database. A frozen server keeps every connection open and answers on none, so
 * nothing would fail. When a statement stays open too long, a probe runs on a connection of its own; a
 * working server answers it, however long the statement takes. A server that does not answer is silent: all
 * connections are cut, so that pending statements fail, and new ones fail at once until it answers again. A
 * server that refuses a connection, and refuses the probe too, counts as away and is probed at every check
 * until it accepts one.
 */
export function openConnections(
  options: PoolConfig,
  note: Note,
  { checkMs, probeAfterMs, silentMs } = usual,
): Connections {
  const connections = new Set<TrackedConnection>();
  const listeners: (() => void)[] = [];
  let silent = false;
  /** A connection was refused or broke, so the next check sends a probe. */
  let doubtful = false;
  /** The server refuses connections. */
  let shut = false;
  let answeredAt = performance.now();
  let lastAnswerAt = performance.now();
  let missedChecks = 0;
  let probing = false;

  const markReachable = (): void => {
    lastAnswerAt = performance.now();
    missedChecks = 0;
    if (!silent) return;
    silent = false;
    note('warn', 'the database answers again', {});
  };

  const applyAndNotify = (change: () => void): void => {
    const before = silent || shut;
    change();
    if ((silent || shut) !== before) for (const listener of listeners) listener();
  };

  const answered = (): void => {
    answeredAt = performance.now();
    doubtful = false;
    if (!silent && !shut) return markReachable();
    applyAndNotify(() => {
      shut = false;
      markReachable();
    });
  };

  class TrackedConnection extends Client {
    /** Start of the oldest unanswered statement. */
    busySince: number | null = null;

    /** Called by the pool only, which passes a callback. */
    override connect(...args: unknown[]): never {
      const done = args[0] as (error: Error | null) => void;
      if (silent)
        return process.nextTick(
          done,
          Object.assign(new Error('The database does not answer.'), { code: '08006' }),
        ) as never;
      connections.add(this);
      this.once('end', () => connections.delete(this));
      this.on('error', () => {
        doubtful = true;
      });
      this.on('drain', () => {
        this.busySince = null;
        answered();
      });
      this.busySince = performance.now();
      return super.connect((error: Error | null) => {
        this.busySince = null;
        if (!error) answered();
        else doubtful ||= isAway(error);
        done(error);
      }) as never;
    }

    override query(...args: unknown[]): never {
      this.busySince ??= performance.now();
      return super.query(...(args as Parameters<Client['query']>)) as never;
    }

    cut(): void {
      (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  }

  const pool = new Pool({ ...options, Client: TrackedConnection as unknown as new () => Client });

  /** A refused connection counts as an answer: existing connections then end by themselves. */
  const probe = async (): Promise<void> => {
    probing = true;
    const connection = new Client({ ...options, connectionTimeoutMillis: silentMs, query_timeout: silentMs });
    connection.on('error', () => undefined);
    try {
      await connection.connect();
      await connection.query('select 1');
      answered();
    } catch (error) {
      doubtful = false;
      const refused =
        error instanceof DatabaseError ||
        ['ECONNREFUSED', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');
      applyAndNotify(() => {
        if (refused) markReachable();
        // A server without free connections still answers on the existing ones.
        shut ||= refused && isAway(error as Error) && (error as DatabaseError).code !== '53300';
      });
    } finally {
      probing = false;
      await connection.end();
    }
  };

  const stopChecking = every(checkMs, () => {
    const now = performance.now();
    const open = [...connections].some(
      ({ busySince }) => busySince !== null && now - Math.max(busySince, lastAnswerAt) > probeAfterMs,
    );
    if (!open && !silent) {
      missedChecks = 0;
      if ((doubtful || shut) && !probing) void probe();
      return;
    }
    // Counted in checks, not by the clock: a blocked event loop could not receive an answer either.
    missedChecks += 1;
    if (!probing) void probe();
    if (silent || probeAfterMs + missedChecks * checkMs <= silentMs) return;
    applyAndNotify(() => {
      silent = true;
    });
    note('warn', 'the database does not answer; all connections to it are cut', {
      connections: connections.size,
    });
    for (const connection of connections) connection.cut();
  });

  return {
    pool,
    awayMs: () => (silent || shut ? performance.now() - answeredAt : null),
    onChange: (listener) => void listeners.push(listener),
    async close() {
      stopChecking();
      // The pool does not wait until its connections are closed; a server that stops before would report it on each.
      const closed = [...connections].map(
        (connection) => new Promise<void>((done) => connection.once('end', () => done())),
      );
      await pool.end();
      const late = new AbortController();
      await Promise.race([Promise.all(closed), pause(closeMs, undefined, { signal: late.signal })]);
      late.abort();
    },
  };
}
