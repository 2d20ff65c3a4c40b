import { Client, DatabaseError, Pool, type PoolConfig } from 'pg';
import { limits } from '#shared/core/limits.ts';
import type { Note } from '../notes.ts';
import { every } from './every.ts';

export interface Lines {
  readonly pool: Pool;
  close(): Promise<void>;
}

/** How often it is looked; how long nothing may be heard before anybody wonders, and before it is called silent. */
const usual = { lookMs: 1_000, wonderMs: 2_000, silentMs: limits.databaseSilentMs as number };

/**
 * The house's lines to its database. A server that stands still keeps every line and answers on none, and nobody would be told: so when a
 * question stays open, another is put on a line of its own. A server at work answers that one, however long the first takes. One that
 * does not is silent: all lines are cut, which tells whoever waits, and nobody new is kept waiting until it answers again.
 */
export function openLines(options: PoolConfig, note: Note, { lookMs, wonderMs, silentMs } = usual): Lines {
  const lines = new Set<Line>();
  let silent = false;
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

  class Line extends Client {
    /** Since when something is asked on it. */
    busySince: number | null = null;

    /** Asked by the pool alone, which gives a function to tell. */
    override connect(...asked: unknown[]): never {
      const told = asked[0] as (error: Error | null) => void;
      if (silent) return process.nextTick(told, Object.assign(new Error('The database gives no answer.'), { code: '08006' })) as never;
      lines.add(this);
      this.once('end', () => lines.delete(this));
      this.on('drain', () => {
        this.busySince = null;
        heard();
      });
      this.busySince = performance.now();
      return super.connect((error: Error | null) => {
        this.busySince = null;
        told(error);
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
      heard();
    } catch (error) {
      if (error instanceof DatabaseError || ['ECONNREFUSED', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) heard();
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
      return;
    }
    // Counted in looks, not by the clock: a loop that stood still could not hear an answer either.
    unheard += 1;
    if (!asking) void ask();
    if (silent || wonderMs + unheard * lookMs <= silentMs) return;
    silent = true;
    note('warn', 'the database gives no answer; all lines to it are cut', { lines: lines.size });
    for (const line of lines) line.cut();
  });

  return {
    pool,
    async close() {
      stopLooking();
      await pool.end();
    },
  };
}
