import { Client, DatabaseError, Pool, type PoolConfig } from 'pg';
import { limits } from '#shared/core/limits.ts';
import type { Note } from '../notes.ts';
import { isAway } from './away.ts';
import { every } from './every.ts';

export interface Lines {
  readonly pool: Pool;
  /** How long ago it last answered, ms, while it is away: it says nothing, or takes no lines. Null while it answers. */
  awayMs(): number | null;
  /** Told when it goes away and when it is back. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

/** How often it is looked; how long nothing may be heard before anybody wonders, and before it is called silent. */
const usual = { lookMs: 1_000, wonderMs: 2_000, silentMs: limits.databaseSilentMs as number };

/**
 * The house's lines to its database. A server that stands still keeps every line and answers on none, and nobody would be told: so when a
 * question stays open, another is put on a line of its own. A server at work answers that one, however long the first takes. One that
 * does not is silent: all lines are cut, which tells whoever waits, and nobody new is kept waiting until it answers again. One that
 * takes no new line, and none when it is asked once more, is away too, and asked on every look until it does.
 */
export function openLines(options: PoolConfig, note: Note, { lookMs, wonderMs, silentMs } = usual): Lines {
  const lines = new Set<Line>();
  const listeners: (() => void)[] = [];
  let silent = false;
  /** A line was refused, or broke: it is asked once more. */
  let doubtful = false;
  /** It takes no lines. */
  let shut = false;
  let answeredAt = performance.now();
  let heardAt = performance.now();
  let unheard = 0;
  let asking = false;

  const heard = (): void => {
    heardAt = performance.now();
    unheard = 0;
    if (!silent) return;
    silent = false;
    note('warn', 'the database answers again', {});
  };

  const told = (change: () => void): void => {
    const before = silent || shut;
    change();
    if ((silent || shut) !== before) for (const listener of listeners) listener();
  };

  const answered = (): void => {
    answeredAt = performance.now();
    doubtful = false;
    if (!silent && !shut) return heard();
    told(() => {
      shut = false;
      heard();
    });
  };

  class Line extends Client {
    /** Since when something is asked on it. */
    busySince: number | null = null;

    /** Asked by the pool alone, which gives a function to tell. */
    override connect(...asked: unknown[]): never {
      const done = asked[0] as (error: Error | null) => void;
      if (silent) return process.nextTick(done, Object.assign(new Error('The database gives no answer.'), { code: '08006' })) as never;
      lines.add(this);
      this.once('end', () => lines.delete(this));
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

    override query(...asked: unknown[]): never {
      this.busySince ??= performance.now();
      return super.query(...(asked as Parameters<Client['query']>)) as never;
    }

    cut(): void {
      (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  }

  const pool = new Pool({ ...options, Client: Line as unknown as new () => Client });

  /** A refusal is an answer too, and so is that nobody is there: then the lines end by themselves. */
  const ask = async (): Promise<void> => {
    asking = true;
    const line = new Client({ ...options, connectionTimeoutMillis: silentMs, query_timeout: silentMs });
    line.on('error', () => undefined);
    try {
      await line.connect();
      await line.query('select 1');
      answered();
    } catch (error) {
      doubtful = false;
      const none = error instanceof DatabaseError || ['ECONNREFUSED', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');
      told(() => {
        if (none) heard();
        // One that is full of lines answers on those it has.
        shut ||= none && isAway(error as Error) && (error as DatabaseError).code !== '53300';
      });
    } finally {
      asking = false;
      await line.end();
    }
  };

  const stopLooking = every(lookMs, () => {
    const now = performance.now();
    const open = [...lines].some(({ busySince }) => busySince !== null && now - Math.max(busySince, heardAt) > wonderMs);
    if (!open && !silent) {
      unheard = 0;
      if ((doubtful || shut) && !asking) void ask();
      return;
    }
    // Counted in looks, not by the clock: a loop that stood still could not hear an answer either.
    unheard += 1;
    if (!asking) void ask();
    if (silent || wonderMs + unheard * lookMs <= silentMs) return;
    told(() => {
      silent = true;
    });
    note('warn', 'the database gives no answer; all lines to it are cut', { lines: lines.size });
    for (const line of lines) line.cut();
  });

  return {
    pool,
    awayMs: () => (silent || shut ? performance.now() - answeredAt : null),
    onChange: (listener) => void listeners.push(listener),
    async close() {
      stopLooking();
      await pool.end();
    },
  };
}
