import { Pool } from 'pg';
import { allViews } from '#server/core/registers.ts';
import { openLog, type OpenLog } from '#server/store/log.ts';
import { openViews } from '#server/views/engine.ts';
import { cpuSince } from './cpu.ts';
import { keptNowhere } from './null-store.ts';
import { serveWorker } from './process.ts';
import { viewHashes } from './view-hashes.ts';

/**
 * A process that only reads a log, as a node does at its start: it folds all views again, or merely fetches
 * or parses the same rows.
 */
let pool: Pool | null = null;
let log: OpenLog | null = null;
const thrown = (error: unknown): never => {
  throw error;
};

serveWorker(
  {
    async read(databaseUrl: string) {
      pool = new Pool({ connectionString: databaseUrl, max: 3 });
      log = await openLog(pool, { pollMs: 60_000, shared: false, onError: thrown });
      return log.head();
    },
    /**
     * Folds every view from the first event on by the engine itself, without writing. With `hashes` also
     * returns the results.
     */
    async rebuild(hashes: boolean) {
      const cpu = process.cpuUsage();
      const views = await openViews(keptNowhere(), { ...log!, follow: () => () => undefined }, allViews(), {
        saveMs: 3_600_000,
        onError: thrown,
      });
      const micros = cpuSince(cpu);
      const came = hashes ? viewHashes(views) : {};
      await views.close();
      globalThis.gc?.();
      return { micros, events: log!.head(), hashes: came };
    },
    /** The same rows, fetched and discarded. */
    async fetchAll() {
      const cpu = process.cpuUsage();
      let position = 0;
      let events = 0;
      for (;;) {
        const { rows } = await pool!.query<{ position: string }>(
          'select position, stream, version, id, type, at, body from events where position > $1 order by position limit 5000',
          [position],
        );
        if (rows.length === 0) break;
        events += rows.length;
        position = Number(rows[rows.length - 1]!.position);
      }
      return { micros: cpuSince(cpu), events };
    },
    /** Only the bodies, in memory, parsed and discarded. */
    async parseAll() {
      const { rows } = await pool!.query<{ body: string }>('select body from events order by position');
      globalThis.gc?.();
      const cpu = process.cpuUsage();
      let sum = 0;
      for (const { body } of rows)
        sum += (JSON.parse(body) as { correlationId: string }).correlationId.length;
      return { micros: cpuSince(cpu), events: rows.length, sum };
    },
  },
  async () => {
    await log?.close();
    await pool?.end();
  },
);
