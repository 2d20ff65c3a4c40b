import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import type { ViewDef } from '#shared/core/view.ts';
import type { Log } from '#server/core/parts.ts';
import { fillDemo } from '#server/demo/fill.ts';
import { allViews } from '#server/core/registers.ts';
import { openViews } from '#server/views/engine.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { learnCase, writeManyCases, type CaseShape } from '#tests/kit/many-cases.ts';
import { cpuSince } from './cpu.ts';
import { keptNowhere } from './null-store.ts';
import { serveWorker } from './process.ts';

/** Makes databases of any size and measures the cost of folding and holding them. */
const made: FreshDatabase[] = [];
const folder = mkdtempSync(join(tmpdir(), 'ops-growth-'));
let shape: CaseShape | null = null;
let here: TestServer | null = null;

/** A demo organisation on a database of its own. */
async function demo(): Promise<string> {
  const database = await freshDatabase();
  made.push(database);
  const server = await openTestServer({ databaseUrl: database.url, realTime: true });
  await fillDemo(server.server, server.clock);
  await server.close();
  return database.url;
}

serveWorker(
  {
    folder: () => folder,
    /** A database with that many more events, whose last cases are in the queue. */
    async make(events: number, open: number) {
      const url = await demo();
      if (!shape) {
        const server = await openTestServer({ databaseUrl: await demo(), realTime: true });
        shape = await learnCase(server.server);
        await server.close();
      }
      const pool = new Pool({ connectionString: url, max: 1 });
      const { rows } = await pool.query<{ position: string }>('select position from log_head');
      const before = Number(rows[0]!.position);
      const written =
        events > 0 ? await writeManyCases(pool, shape, { events, open }) : { position: before, cases: 0 };
      const size = await pool.query<{ bytes: string }>('select sum(length(body)) as bytes from events');
      await pool.end();
      return { url, before, ...written, bytes: Number(size.rows[0]!.bytes) };
    },
    /** The time to read and discard the bodies of all events, ms. */
    async read(url: string) {
      const pool = new Pool({ connectionString: url, max: 1 });
      const began = performance.now();
      let position = 0;
      for (;;) {
        const { rows } = await pool.query<{ position: string }>(
          'select position, body from events where position > $1 order by position limit 5000',
          [position],
        );
        if (rows.length === 0) break;
        position = Number(rows.at(-1)!.position);
      }
      const ms = performance.now() - began;
      await pool.end();
      return ms;
    },
    /**
     * Opens that database in this process: the cost of folding the rest of the log, and the memory that
     * remains after a collection.
     */
    async open(url: string) {
      globalThis.gc?.();
      const before = process.memoryUsage();
      const cpu = process.cpuUsage();
      const began = performance.now();
      here = await openTestServer({ databaseUrl: url, realTime: true });
      const ms = performance.now() - began;
      const micros = cpuSince(cpu);
      await here.server.settled();
      await here.server.views.save();
      globalThis.gc?.();
      const after = process.memoryUsage();
      const rows = here.server.views.positions().reduce((n, view) => n + view.rows, 0);
      const answer = {
        ms,
        micros,
        heap: after.heapUsed - before.heapUsed,
        rss: after.rss - before.rss,
        rows,
        head: here.server.log.head(),
      };
      await here.close();
      here = null;
      return answer;
    },
    /**
     * The log folded by all views, and by as many more that do not subscribe to these streams; µs of CPU per
     * event.
     */
    async queues(url: string, more: number) {
      const server = await openTestServer({ databaseUrl: url, realTime: true });
      const defs: ViewDef[] = [
        ...new Set([...allViews(), ...[...server.server.feeds.values()].map((feed) => feed.view)]),
      ];
      const others = Array.from({ length: more }, (_, n): ViewDef => ({
        ...defs[n % defs.length]!,
        name: `other-${n}`,
        streams: [`elsewhere${n}`],
      }));
      const log: Log = { ...server.server.log, follow: () => () => undefined };
      const cpu = process.cpuUsage();
      await openViews(keptNowhere(), log, [...defs, ...others], {
        saveMs: 3_600_000,
        onError: (error) => {
          throw error;
        },
      });
      const micros = cpuSince(cpu);
      const head = server.server.log.head();
      await server.close();
      return { micros: micros / head, views: defs.length };
    },
  },
  async () => {
    await here?.close();
    for (const database of made) await database.drop();
    rmSync(folder, { recursive: true, force: true });
  },
);
