import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredEvent } from '#shared/core/event.ts';
import { hashRows } from '#shared/core/hash.ts';
import { openGroupCommit, type Entry } from '#server/store/group-commit.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { freshDatabase } from '#tests/kit/database.ts';
import { migrate } from '#server/store/migrate.ts';
import { Pool } from 'pg';
import { cpuSince } from './cpu.ts';
import { benchSecret } from './messages.ts';
import { enterMany } from './people.ts';
import { serveWorker } from './process.ts';
import { catchLines } from './relay.ts';
import { quantiles } from './statistics.ts';
import { viewHashes } from './view-hashes.ts';

/** The server of the rows about webhooks and the log: the whole app, and its parts in isolation. */
let t: TestServer | null = null;
const caught = catchLines();

/** The webhook route answers as usual, but nothing is looked up, decided or written. */
function withoutStore(): () => void {
  const { taking } = t!.server.sources;
  const { handle, intake } = taking;
  let n = 0;
  Object.assign(taking, {
    handle: async () => ({ id: String((n += 1)), stream: 'signup-1', version: 1, position: n }),
    intake: {
      ...intake,
      inbox: {
        ...intake.inbox,
        receive: async () => ({
          answered: false,
          known: false,
          parked: false,
          dead: false,
          stream: 'signup-1',
          fresh: false,
        }),
        answer: async () => undefined,
      },
    },
  });
  return () => void Object.assign(taking, { handle, intake });
}

serveWorker(
  {
    async start() {
      t ??= await openTestServer({ realTime: true, env: { WEBHOOK_SECRET_CUSTOMER: benchSecret } });
      return { url: t.url, port: Number(new URL(t.url).port), databaseUrl: t.databaseUrl };
    },
    async sessions(lines: number, already = 0) {
      return enterMany(t!.server, Math.ceil(lines / 5), already);
    },
    bare: noStore(),
    cpu: () => process.cpuUsage(),
    /** Resolves when every reaction to the accepted messages has run and is written. */
    async settle() {
      await t!.server.settled();
      await t!.server.views.save();
    },
    status: () => ({
      head: t!.server.log.head(),
      faults: t!.faults.length,
      fault:
        t!.faults.length > 0
          ? JSON.stringify(t!.faults[0], (_key, value: unknown) =>
              value instanceof Error ? value.message : value,
            ).slice(0, 300)
          : null,
    }),
    /** Pins or unpins one row of the queue, as its lead would. */
    async pin(n: number) {
      const { server } = t!;
      const lead = server.access.people.viewer(1, null)!;
      const rows = server.hub.rows('queue/signup-queue', lead)!.rows;
      const id = String(rows[n % rows.length]!['id']);
      const handled = await server.handle({
        stream: `queueitem-signup-queue-${id}`,
        command: 'pin',
        input: { pinned: n % 2 === 0 },
        viewer: lead,
        correlationId: 'bench',
      });
      return !('refused' in handled);
    },
    memory() {
      globalThis.gc?.();
      globalThis.gc?.();
      const { rss, heapUsed } = process.memoryUsage();
      return {
        rss,
        heapUsed,
        rows: t!.server.views.positions().reduce((n, view) => n + view.rows, 0),
        head: t!.server.log.head(),
      };
    },
    /** Messages that were acknowledged and have no event; parked ones are retried first. */
    async missing() {
      const { rows } = await t!.server.pool.query<{ n: string }>(
        "select count(*) as n from inbox w where w.webhook_id like 'msg_bench_%' and not exists (select 1 from source_keys s where s.key like 'customer:signup:' || substr(w.webhook_id, 11) || ':%') and w.outcome <> 'parked'",
      );
      return Number(rows[0]!.n);
    },
    queueHash() {
      const { server } = t!;
      const rows = server.hub.rows('queue/signup-queue', server.access.people.viewer(1, null)!)!.rows;
      return { state: hashRows(rows.map((row) => [String(row['id']), row] as const)) };
    },
    /** The number of these outside ids with a stream of their own in the log. */
    async taken(from: number, to: number) {
      const { rows } = await t!.server.pool.query<{ n: string }>(
        "select count(*) as n from source_keys where key like 'customer:signup:%' and split_part(key, ':', 3)::bigint between $1 and $2",
        [from, to],
      );
      return Number(rows[0]!.n);
    },
    /** A frame of the same length to every connection, stamped as the row would be, at the given times. */
    async broadcast(count: number, everyMs: number, from: number, bytes: number) {
      for (let n = 0; n < count; n += 1) {
        const due = from + n * everyMs;
        const wait = due - (performance.timeOrigin + performance.now());
        if (wait > 0.5) await new Promise((resolve) => setTimeout(resolve, wait));
        const text = `42["feed:delta",{"row":{"enteredAt":"${new Date(due).toISOString()}","x":"`;
        const frame = Buffer.from(`${text}${'x'.repeat(Math.max(0, bytes - text.length - 5))}"}}]`);
        for (const ws of caught.lines) ws.send(frame, { binary: false, compress: false });
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    },
    /**
     * Alternates one write and one fdatasync at the given rate, so that it meets a stalling disk as often as
     * the webhooks do.
     */
    async fdatasync(count: number, everyMs: number, bytes: number) {
      const folder = mkdtempSync(join(tmpdir(), 'ops-sync-'));
      const file = openSync(join(folder, 'log'), 'a');
      const block = Buffer.alloc(bytes, 'x');
      const waits: number[] = [];
      const began = performance.now();
      for (let n = 0; n < count; n += 1) {
        const due = began + n * everyMs;
        const early = due - performance.now();
        if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
        // Lateness counts from the due time, including the wait for earlier ones.
        const from = early > 0 ? performance.now() : due;
        writeSync(file, block);
        fdatasyncSync(file);
        waits.push(performance.now() - from);
      }
      closeSync(file);
      rmSync(folder, { recursive: true });
      return quantiles(waits);
    },
    /**
     * The log's own append of two events of that size, that many at once, without anything around it: the
     * bare store.
     */
    async store(count: number, atOnce: number, bytes: number) {
      const database = await freshDatabase();
      const pool = new Pool({ connectionString: database.url, max: 2 });
      // A connection that is still closing when its database is dropped is no error.
      const gone = (error: Error & { code?: string }): void => {
        if (error.code !== '57P01') throw error;
      };
      pool.on('error', gone);
      pool.on('connect', (client) => client.on('error', gone));
      await migrate(pool);
      const group = openGroupCommit(pool, () => undefined);
      const data = { text: 'x'.repeat(bytes) };
      const entry = (n: number): Entry => {
        const event = (version: number): Omit<StoredEvent, 'position'> => ({
          stream: `bare-${n}`,
          version,
          id: `${n}.${version}`,
          type: 'Bare',
          at: '2026-11-18T05:00:00.000Z',
          actor: { kind: 'system', empId: null, name: 'bench' } as never,
          data,
          correlationId: 'bench',
          causationId: null,
          schemaVersion: 1,
        });
        return {
          commandId: null,
          requestHash: null,
          answer: null,
          sourceKey: `bare:${n}`,
          expected: [[`bare-${n}`, 0]],
          events: [event(1), event(2)],
        };
      };
      let next = 0;
      const run = async (): Promise<void> => {
        while (next < count) await group.append(entry((next += 1)));
      };
      const warm = Math.min(64, count);
      await Promise.all(Array.from({ length: warm }, () => group.append(entry((next += 1)))));
      const cpu = process.cpuUsage();
      const began = performance.now();
      await Promise.all(Array.from({ length: atOnce }, run));
      const micros = cpuSince(cpu);
      const ms = performance.now() - began;
      await group.close();
      await pool.end();
      await database.drop();
      return { micros, ms, done: count - warm };
    },
    /** Hashes of the views that are completely in memory. */
    hashes: () => viewHashes(t!.server.views),
  },
  async () => {
    await t?.close();
  },
);

function noStore(): (on: boolean) => void {
  let undo: (() => void) | null = null;
  return (on) => {
    undo?.();
    undo = on ? withoutStore() : null;
  };
}
