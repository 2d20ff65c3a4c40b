import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import type { ViewDef } from '#shared/core/view.ts';
import type { Log } from '#server/house.ts';
import { fillDemo } from '#server/demo/fill.ts';
import { allViews } from '#server/registers.ts';
import { openViews } from '#server/views/engine.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { openTestHouse, type TestHouse } from '#tests/kit/house.ts';
import { learnCase, writeManyCases, type CaseShape } from '#tests/kit/many-cases.ts';
import { cpuSince } from './cpu.ts';
import { keptNowhere } from './kept-nowhere.ts';
import { serveWorker } from './process.ts';

/** Makes houses of any size and says what folding and holding them costs. */
const made: FreshDatabase[] = [];
const folder = mkdtempSync(join(tmpdir(), 'ops-growth-'));
let shape: CaseShape | null = null;
let here: TestHouse | null = null;

/** A demo organisation on a database of its own. */
async function demo(): Promise<string> {
  const database = await freshDatabase();
  made.push(database);
  const house = await openTestHouse({ databaseUrl: database.url, realTime: true });
  await fillDemo(house.house, house.clock);
  await house.close();
  return database.url;
}

serveWorker(
  {
    folder: () => folder,
    /** A house with so many more events, of which the last cases stand in the queue. */
    async make(events: number, open: number) {
      const url = await demo();
      if (!shape) {
        const house = await openTestHouse({ databaseUrl: await demo(), realTime: true });
        shape = await learnCase(house.house);
        await house.close();
      }
      const pool = new Pool({ connectionString: url, max: 1 });
      const { rows } = await pool.query<{ position: string }>('select position from log_head');
      const before = Number(rows[0]!.position);
      const written = events > 0 ? await writeManyCases(pool, shape, { events, open }) : { position: before, cases: 0 };
      const size = await pool.query<{ bytes: string }>('select sum(length(body)) as bytes from events');
      await pool.end();
      return { url, before, ...written, bytes: Number(size.rows[0]!.bytes) };
    },
    /** The bodies of all events read once and thrown away, ms. */
    async read(url: string) {
      const pool = new Pool({ connectionString: url, max: 1 });
      const began = performance.now();
      let position = 0;
      for (;;) {
        const { rows } = await pool.query<{ position: string }>('select position, body from events where position > $1 order by position limit 5000', [
          position,
        ]);
        if (rows.length === 0) break;
        position = Number(rows.at(-1)!.position);
      }
      const ms = performance.now() - began;
      await pool.end();
      return ms;
    },
    /** That house opened in this process: what it costs to fold what is not yet folded, and what stays in memory, collected. */
    async open(url: string) {
      globalThis.gc?.();
      const before = process.memoryUsage();
      const cpu = process.cpuUsage();
      const began = performance.now();
      here = await openTestHouse({ databaseUrl: url, realTime: true });
      const ms = performance.now() - began;
      const micros = cpuSince(cpu);
      await here.house.settled();
      await here.house.views.save();
      globalThis.gc?.();
      const after = process.memoryUsage();
      const rows = here.house.views.positions().reduce((n, view) => n + view.rows, 0);
      const answer = { ms, micros, heap: after.heapUsed - before.heapUsed, rss: after.rss - before.rss, rows, head: here.house.log.head() };
      await here.close();
      here = null;
      return answer;
    },
    /** The log folded by all views, and by as many more that do not hear these streams; µs of CPU an event. */
    async queues(url: string, more: number) {
      const house = await openTestHouse({ databaseUrl: url, realTime: true });
      const defs: ViewDef[] = [...new Set([...allViews(), ...[...house.house.feeds.values()].map((feed) => feed.view)])];
      const others = Array.from({ length: more }, (_, n): ViewDef => ({ ...defs[n % defs.length]!, name: `other-${n}`, streams: [`elsewhere${n}`] }));
      const log: Log = { ...house.house.log, follow: () => () => undefined };
      const cpu = process.cpuUsage();
      await openViews(keptNowhere(), log, [...defs, ...others], {
        saveMs: 3_600_000,
        onError: (error) => {
          throw error;
        },
      });
      const micros = cpuSince(cpu);
      const head = house.house.log.head();
      await house.close();
      return { micros: micros / head, views: defs.length };
    },
  },
  async () => {
    await here?.close();
    for (const database of made) await database.drop();
    rmSync(folder, { recursive: true, force: true });
  },
);
