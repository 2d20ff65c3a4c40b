import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openFaultProxy, type FaultProxy } from '#tests/kit/fault-proxy.ts';
import { sharedMicros, stampOffset } from './connection.ts';
import { serveWorker } from './process.ts';
import { quantiles } from './statistics.ts';

/** Consoles that open a long queue and read every frame as a console does. */
let clients: FeedClient[] = [];
let proxy: FaultProxy | null = null;

export interface LongOpening {
  readonly port: number;
  readonly feed: string;
  readonly sessions: readonly { readonly cookie: string; readonly token: string }[];
  readonly count: number;
  /** Connections that share one session. */
  readonly perSession: number;
  readonly pages: boolean;
  /** A line of 400 kbit/s, 400 ms of delay and 1 % of lost segments in each direction. */
  readonly slow?: boolean;
}

export interface LongSeen {
  /** From the start of connecting until the first rows were there, ms. */
  readonly first: ReturnType<typeof quantiles>;
  readonly withRows: number;
  readonly complete: number;
  /** Until all rows were there, ms. */
  readonly all: ReturnType<typeof quantiles>;
  /** From a change until a console had it, ms. */
  readonly late: ReturnType<typeof quantiles>;
  /** Changes that consoles had, of all that they should. */
  readonly share: number;
  /** Most answers that began with the first page, and rows that came again, of one console. */
  readonly begun: number;
  readonly again: number;
}

let first: number[] = [];
let all: number[] = [];
let late: number[] = [];
let had = 0;
/** Changes from then on are counted, µs. */
let counted = Infinity;

serveWorker({
  /** Connects all at once; answers when each has its first rows, or after that time, ms. */
  async open(how: LongOpening, most: number) {
    [first, all, late, had, counted] = [[], [], [], 0, Infinity];
    let { port } = how;
    if (how.slow) {
      proxy = await openFaultProxy({ port });
      Object.assign(proxy.faults, { latencyMs: 400, bytesPerSecond: 50_000, lost: 0.01 });
      port = proxy.port;
    }
    const began = performance.now();
    clients = Array.from({ length: how.count }, (_, n) => {
      const session = how.sessions[Math.floor(n / how.perSession)];
      if (!session) throw new Error('There are too few sessions.');
      const client = new FeedClient(`http://127.0.0.1:${port}`, session, how.feed, {
        pages: how.pages,
      });
      let opened = Infinity;
      client.socket.on('feed:opened', () => {
        if (opened < Infinity) return;
        opened = sharedMicros();
        first.push(performance.now() - began);
      });
      client.socket.on('feed:page', () => {
        if (client.complete) all.push(performance.now() - began);
      });
      client.socket.on('feed:delta', ({ changes }) => {
        const now = sharedMicros();
        for (const change of changes) {
          const { t } = change.op === 'del' ? {} : change.op === 'put' ? change.row : change.set;
          const made = typeof t === 'number' ? t - stampOffset : -Infinity;
          if (made >= opened) late.push((now - made) / 1_000);
          if (made >= counted) had += 1;
        }
      });
      return client;
    });
    await until('first rows', () => clients.every((one) => one.rows.size > 0), most);
  },
  /** Waits until every console has all rows, or that long, ms. */
  complete: (most: number) =>
    until('all rows', () => clients.every((one) => one.rows.size > 0 && one.complete), most).then(
      () => true,
      () => false,
    ),
  count: () => void (counted = sharedMicros()),
  /** Of a few: hashing takes long. */
  hashes: () => [...new Set(clients.slice(-3).map((one) => one.hash()))],
  /** Cuts every connection; the consoles come back by themselves. */
  cut: () => proxy?.cut() ?? 0,
  seen: (changes: number): LongSeen => ({
    first: quantiles(first),
    withRows: clients.filter((one) => one.rows.size > 0).length,
    complete: clients.filter((one) => one.rows.size > 0 && one.complete).length,
    all: quantiles(all),
    late: quantiles(late),
    share: had / (changes * clients.length),
    begun: Math.max(...clients.map((one) => one.begun)),
    again: Math.max(...clients.map((one) => one.pagedRows)),
  }),
  async close() {
    for (const one of clients) one.close();
    clients = [];
    await proxy?.close();
    proxy = null;
  },
});
