import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredEvent } from '#shared/core/event.ts';
import { hashRows } from '#shared/core/hash.ts';
import { openGroupCommit, type Entry } from '#server/store/group-commit.ts';
import { openTestHouse, type TestHouse } from '#tests/kit/house.ts';
import { freshDatabase } from '#tests/kit/database.ts';
import { migrate } from '#server/store/migrate.ts';
import { Pool } from 'pg';
import { cpuSince } from './cpu.ts';
import { benchSecret } from './facts.ts';
import { enterMany } from './people.ts';
import { serveWorker } from './process.ts';
import { catchLines } from './relay.ts';
import { quantiles } from './statistics.ts';
import { viewHashes } from './view-hashes.ts';

/** The server of the rows about webhooks and the log: the whole house, and its own parts with nothing behind them. */
let t: TestHouse | null = null;
const caught = catchLines();

/** The webhook door answers as ever, but nothing is looked up, decided or written. */
function withoutStore(): () => void {
  const { taking } = t!.house.sources;
  const { handle, intake } = taking;
  let n = 0;
  Object.assign(taking, {
    handle: async () => ({ id: String((n += 1)), stream: 'signup-1', version: 1, position: n }),
    intake: {
      ...intake,
      inbox: {
        ...intake.inbox,
        receive: async () => ({ answered: false, known: false, parked: false, dead: false, stream: 'signup-1', fresh: false }),
        answer: async () => undefined,
      },
    },
  });
  return () => void Object.assign(taking, { handle, intake });
}

serveWorker(
  {
    async start() {
      t ??= await openTestHouse({ realTime: true, env: { WEBHOOK_SECRET_CUSTOMER: benchSecret } });
      return { url: t.url, port: Number(new URL(t.url).port), databaseUrl: t.databaseUrl };
    },
    async sessions(lines: number, already = 0) {
      return enterMany(t!.house, Math.ceil(lines / 5), already);
    },
    bare: noStore(),
    cpu: () => process.cpuUsage(),
    /** Everything that follows from what was taken has been done and written. */
    async settle() {
      await t!.house.settled();
      await t!.house.views.save();
    },
    status: () => ({
      head: t!.house.log.head(),
      faults: t!.faults.length,
      fault:
        t!.faults.length > 0 ? JSON.stringify(t!.faults[0], (_key, value: unknown) => (value instanceof Error ? value.message : value)).slice(0, 300) : null,
    }),
    /** One row of the queue is pinned or let go, as its lead would. */
    async pin(n: number) {
      const { house } = t!;
      const lead = house.access.people.viewer(1, null)!;
      const rows = house.hub.rows('queue/signup-queue', lead)!.rows;
      const id = String(rows[n % rows.length]!['id']);
      const handled = await house.handle({
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
      return { rss, heapUsed, rows: t!.house.views.positions().reduce((n, view) => n + view.rows, 0), head: t!.house.log.head() };
    },
    /** Facts that were answered well and have no event: parked ones are tried first. */
    async missing() {
      const { rows } = await t!.house.pool.query<{ n: string }>(
        "select count(*) as n from inbox w where w.webhook_id like 'msg_bench_%' and not exists (select 1 from source_keys s where s.key like 'customer:signup:' || substr(w.webhook_id, 11) || ':%') and w.outcome <> 'parked'",
      );
      return Number(rows[0]!.n);
    },
    queueHash() {
      const { house } = t!;
      const rows = house.hub.rows('queue/signup-queue', house.access.people.viewer(1, null)!)!.rows;
      return { state: hashRows(rows.map((row) => [String(row['id']), row] as const)) };
    },
    /** How many of these outside ids have a stream of their own in the log. */
    async taken(from: number, to: number) {
      const { rows } = await t!.house.pool.query<{ n: string }>(
        "select count(*) as n from source_keys where key like 'customer:signup:%' and split_part(key, ':', 3)::bigint between $1 and $2",
        [from, to],
      );
      return Number(rows[0]!.n);
    },
    /** A frame of the same length to every line, stamped as the row would be, at the times given. */
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
    /** One write and one fdatasync after the other, at the pace given: a disk that stalls now and then is met as often as by the webhooks. */
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
        // One that had to wait for those before it is late from when it was due.
        const from = early > 0 ? performance.now() : due;
        writeSync(file, block);
        fdatasyncSync(file);
        waits.push(performance.now() - from);
      }
      closeSync(file);
      rmSync(folder, { recursive: true });
      return quantiles(waits);
    },
    /** The log's own append of two events of that size, so many at once, with nothing around it: the bare store. */
    async store(count: number, atOnce: number, bytes: number) {
      const database = await freshDatabase();
      const pool = new Pool({ connectionString: database.url, max: 2 });
      // A connection that is still saying goodbye when its database is dropped is no fault.
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
        return { commandId: null, requestHash: null, answer: null, sourceKey: `bare:${n}`, expected: [[`bare-${n}`, 0]], events: [event(1), event(2)] };
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
    /** What the views hold, of those that are whole in memory. */
    hashes: () => viewHashes(t!.house.views),
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
