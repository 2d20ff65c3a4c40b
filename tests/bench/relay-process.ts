import fastify, { type FastifyInstance } from 'fastify';
import type { OpenServer } from '#server/app.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { cpuSince } from './cpu.ts';
import { enterMany, type Entered } from './people.ts';
import { openBareSockets, type BareSockets } from './bare-sockets.ts';
import { sharedMicros } from './connection.ts';
import { serveWorker } from './process.ts';
import { openBenchRelay, type BenchRelay } from './relay.ts';
import { resident } from './resident.ts';

/**
 * The server of the rows about feeds: the real relay with real sessions, and the bare references in the same
 * process on the same connections.
 */
let opened: Promise<TestServer> | null = null;
let relay: BenchRelay | null = null;
let bare: BareSockets | null = null;
let entered: Entered[] = [];
let list: FastifyInstance | null = null;
let queries = 0;

const server = async (): Promise<OpenServer> => {
  opened ??= openTestServer({ realTime: true });
  const { server: open } = await opened;
  if (!(open.pool as { counted?: boolean }).counted) {
    const query = open.pool.query.bind(open.pool) as (...args: unknown[]) => unknown;
    Object.assign(open.pool, {
      counted: true,
      query: (...args: unknown[]) => {
        queries += readsStore(args[0]) ? 1 : 0;
        return query(...args);
      },
    });
  }
  return open;
};

/**
 * Statements that read events, rows of views or sessions, which a resume must not do; the log's own poll for
 * other nodes' commits does not count.
 */
function readsStore(asked: unknown): boolean {
  if ((asked as { name?: string }).name === 'read-after') return false;
  const text = typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? '');
  return /^\s*select/i.test(text) && /from (events|view_rows|snapshots)|cookie_hash/i.test(text);
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** One broadcast in a mode: ours through the hub, or a buffer handed to every WebSocket. */
function broadcaster(mode: string, count: number): (stamp: number) => void {
  const to = relay!;
  if (mode === 'ours') return (stamp) => to.change(count, stamp);
  const ready = mode === 'raw' ? to.frame(count, sharedMicros()) : null;
  return (stamp) => {
    const buffer = ready ?? to.frame(count, stamp);
    for (const ws of to.raw) ws.send(buffer, { binary: false, compress: false });
  };
}

serveWorker(
  {
    async relay(flushMs: number, rows: number) {
      await relay?.close();
      relay = await openBenchRelay(await server(), { flushMs, rows });
      return { port: relay.port, creditPort: relay.creditPort };
    },
    async closeRelay() {
      await relay?.close();
      relay = null;
    },
    async sessions(lines: number) {
      const need = Math.ceil(lines / 5);
      if (entered.length < need)
        entered = [...entered, ...(await enterMany(await server(), need - entered.length, entered.length))];
      return entered.slice(0, need);
    },
    /**
     * Closed loop: as many broadcasts as the sink takes, for a duration. CPU counts until all have arrived.
     */
    async flood(mode: string, count: number, lines: number, ms: number, credit: number) {
      const from = relay!.acked();
      const send = broadcaster(mode, count);
      const cpu = process.cpuUsage();
      const began = performance.now();
      let sent = 0;
      while (performance.now() - began < ms) {
        send(sharedMicros());
        sent += 1;
        await pause();
        if (from + (sent - credit) * lines > relay!.acked())
          await relay!.reached(from + (sent - credit) * lines);
      }
      await relay!.reached(from + sent * lines);
      return { micros: cpuSince(cpu), deliveries: sent * lines, ms: performance.now() - began, bytes: 0 };
    },
    /**
     * Open loop: changes at their times, whether or not the last has been sent; stamps hold the planned time
     * of each.
     */
    async steady(mode: string, perSecond: number, ms: number) {
      const one = broadcaster(mode === 'raw' ? 'rawStamped' : mode, 1);
      const cpu = process.cpuUsage();
      const began = sharedMicros() + 5_000;
      const total = Math.floor((perSecond * ms) / 1_000);
      for (let n = 0; n < total; n += 1) {
        const due = began + (n * 1e6) / perSecond;
        const wait = (due - sharedMicros()) / 1_000;
        if (wait > 0.5) await new Promise((resolve) => setTimeout(resolve, wait));
        one(due);
      }
      await new Promise((resolve) => setTimeout(resolve, 150));
      return { micros: cpuSince(cpu), changes: total, ms };
    },
    change(count: number) {
      relay!.change(count, sharedMicros());
      return relay!.seq();
    },
    state: () => ({ hash: relay!.hash(), seq: relay!.seq(), queries, channels: relay!.hub.channels() }),
    cpu: () => process.cpuUsage(),
    lag: lagMeter(),
    memory: resident,
    async bare(frameBytes: number) {
      bare?.close();
      bare = await openBareSockets(frameBytes);
      return bare.port;
    },
    /** The rows of the feed as a list to poll, as by a console without feeds. */
    async list() {
      await list?.close();
      list = fastify();
      list.get('/', () => relay!.rows());
      await list.listen({ port: 0, host: '127.0.0.1' });
      return (list.server.address() as { port: number }).port;
    },
    async signInOne() {
      const t = await opened!;
      const admin = await t.signIn('admin');
      return { cookie: admin.cookie, token: admin.token, empId: admin.empId };
    },
  },
  async () => {
    await list?.close();
    await relay?.close();
    await (await opened)?.close();
  },
);

/**
 * The longest stall of the event loop since the last call; it ticks only between two calls, because ticking
 * costs too.
 */
function lagMeter(): () => number {
  let last = 0;
  let worst = 0;
  let timer: NodeJS.Timeout | null = null;
  const tick = (): void => {
    const now = performance.now();
    worst = Math.max(worst, now - last - 5);
    last = now;
  };
  return () => {
    if (timer) {
      tick();
      clearInterval(timer);
      timer = null;
      return worst;
    }
    last = performance.now();
    worst = 0;
    timer = setInterval(tick, 5);
    timer.unref();
    return 0;
  };
}
