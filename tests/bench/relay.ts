import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { createServer as createPlain } from 'node:net';
import { once } from 'node:events';
import type { FeedDef, ViewDef } from '#shared/core/view.ts';
import { hashRows } from '#shared/core/hash.ts';
import type { OpenServer } from '#server/app.ts';
import type { LiveView, RowChange } from '#server/core/parts.ts';
import { openHub, type Hub } from '#server/relay/hub.ts';
import { openSocketIo, type SocketIo } from '#server/relay/socket-io.ts';
import { dispatchUpgrades } from '#server/relay/upgrade.ts';
import { stampOffset } from './connection.ts';

export interface Sending {
  send(data: Buffer | string, options?: object): void;
  readonly readyState: number;
  on(event: 'close', act: (this: Sending) => void): void;
}

/**
 * Queue rows that the bench changes directly: the real hub, channels and sockets over a view without folding
 * cost.
 */
export interface BenchRelay {
  readonly port: number;
  readonly creditPort: number;
  readonly hub: Hub;
  readonly feed: FeedDef;
  /** The WebSockets below the Socket.IO connections: raw broadcasts use the very same connections. */
  readonly raw: Set<Sending>;
  /** Changes that many rows at once, each with its own stamp. */
  change(count: number, stamp: number): void;
  /** The wire text of one delta. */
  frame(count: number, stamp: number): Buffer;
  acked(): number;
  /** Waits until the sink has seen that many frames. */
  reached(frames: number): Promise<void>;
  rows(): readonly object[];
  hash(): string;
  seq(): number;
  close(): Promise<void>;
}

export const benchFeedName = 'queue/bench';
const names = [
  'Anita R.',
  'Vikram S.',
  'Lakshmi N.',
  'Joseph K.',
  'Farah M.',
  'Ravi T.',
  'Deepa V.',
  'Sunil P.',
];

interface BenchRow {
  readonly id: string;
  readonly [key: string]: unknown;
}

function rowOf(n: number): BenchRow {
  return {
    id: String(n),
    ref: `SG-${String(n).padStart(6, '0')}`,
    applicant: names[n % 8],
    phoneMasked: '••••••1234',
    pooId: 1 + (n % 12),
    language: 'kn',
    state: 'waiting',
    stage: 'submitted',
    checked: n % 7,
    total: 6,
    docs: n % 3,
    enteredAt: '2026-11-20T05:00:00.000Z',
    breachAt: '2026-11-20T09:00:00.000Z',
    updatedAt: '2026-11-20T05:00:00.000Z',
    priority: 0,
    attempts: 0,
    holder: null,
    t: 0,
  };
}

export async function openBenchRelay(
  server: OpenServer,
  options: { flushMs: number; rows: number },
): Promise<BenchRelay> {
  const rows = new Map<string, BenchRow>();
  for (let n = 1; n <= options.rows; n += 1) rows.set(String(n), rowOf(n));
  const view: ViewDef<BenchRow> = { name: 'bench', version: 1, streams: [], ids: () => [], row: () => null };
  // The scope is that of the sign-up queue; every row is masked again for it, as there.
  const feed: FeedDef = {
    name: benchFeedName,
    view,
    need: 'signedIn',
    sources: ['customer'],
    scope: () => ({ poos: 'all', mask: true }),
    see: (row) => row,
  };
  let position = 1;
  const listeners = new Set<(changes: readonly RowChange[]) => void>();
  const live: LiveView<BenchRow> = {
    def: view,
    rows,
    position: () => position,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  const http = createServer();
  const raw = catchLines();
  const socketIo: SocketIo = await openSocketIo(http, {
    fastPath: true,
    redis: undefined,
    access: server.access,
    clock: server.clock,
    version: 'bench',
    cookieName: server.access.cookieName,
    origins: [],
    store: () => ({ readOnly: false, awaySince: null, chainBroken: false, setAside: false }),
    renewLeases: async () => [],
    sessionLost: () => undefined,
    sessionBack: () => undefined,
    onError: (error) => console.error(error),
  });
  const hub = openHub({
    feeds: new Map([[feed.name, feed]]),
    views: { get: () => live as LiveView, byName: () => live, epoch: () => 'bench' },
    access: server.access,
    health: server.health,
    clock: server.clock,
    translate: (code) => code,
    broadcasts: [socketIo],
    turnedAway: () => undefined,
    flushMs: options.flushMs,
    hashMs: 3_600_000,
  });
  socketIo.attach(hub);
  dispatchUpgrades(http, [{ path: '/socket.io', upgrade: socketIo.upgrade }]);
  const port = await listening(http);

  let acked = 0;
  let waiting: { frames: number; done: () => void } | null = null;
  const credit = createPlain((socket) => {
    socket.on('error', () => socket.destroy());
    socket.setEncoding('latin1').on('data', (text: string) => {
      const emitted = text.trimEnd().split('\n');
      acked = Number(emitted[emitted.length - 1]);
      if (waiting && acked >= waiting.frames) {
        waiting.done();
        waiting = null;
      }
    });
  });
  const creditPort = await listening(credit);

  let turn = 0;
  const by = {
    type: 'Changed',
    actor: { kind: 'system', empId: null, name: 'bench' },
    at: '2026-11-20T05:00:00.000Z',
  } as unknown as RowChange['by'];
  const patch = (stamp: number, n: number): object => ({
    t: stampOffset + Math.round(stamp),
    checked: position % 6,
    attempts: position % 40,
    state: position % 2 ? 'claimed' : 'waiting',
    updatedAt: new Date(1_763_600_000_000 + position * 10).toISOString(),
    holder:
      position % 2 ? { empId: 100 + (n % 50), name: names[n % 8], since: '2026-11-20T05:00:00.000Z' } : null,
  });

  return {
    port,
    creditPort,
    hub,
    feed,
    raw: raw.lines,
    change(count, stamp) {
      const changes: RowChange[] = [];
      for (let i = 0; i < count; i += 1) {
        position += 1;
        turn = (turn % options.rows) + 1;
        const id = String(turn);
        const before = rows.get(id)!;
        const after = { ...before, ...patch(stamp, turn) };
        rows.set(id, after);
        changes.push({ id, before, after, position, by });
      }
      for (const listener of listeners) listener(changes);
    },
    frame(count, stamp) {
      const changes = Array.from({ length: count }, (_, i) => {
        position += 1;
        turn = (turn % options.rows) + 1;
        const id = String(turn);
        const set = patch(stamp, turn + i);
        rows.set(id, { ...rows.get(id)!, ...set });
        return { op: 'patch', id, set };
      });
      return Buffer.from(
        `42${JSON.stringify(['feed:delta', { feed: feed.name, epoch: 'bench.aaaaaaaa', prev: position - count, seq: position, changes }])}`,
      );
    },
    acked: () => acked,
    reached: (frames) =>
      new Promise((resolve, reject) => {
        if (acked >= frames) return resolve();
        const late = setTimeout(
          () => reject(new Error(`the sink saw ${acked} of ${frames} frames within 30 s`)),
          30_000,
        );
        waiting = {
          frames,
          done: () => {
            clearTimeout(late);
            resolve();
          },
        };
      }),
    rows: () => [...rows.values()],
    hash: () => hashRows([...rows].map(([id, row]) => [id, row] as const)),
    seq: () => position,
    async close() {
      raw.release();
      hub.stop();
      credit.close();
      await socketIo.close();
      http.closeAllConnections();
      http.close();
    },
  };
}

async function listening(server: Server | ReturnType<typeof createPlain>): Promise<number> {
  server.listen(0, '127.0.0.1', 4_096);
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
}

/** Records every WebSocket that Engine.IO accepts, through the copy of `ws` that it uses itself. */
export function catchLines(): { lines: Set<Sending>; release: () => void } {
  const here = createRequire(import.meta.url);
  const engine = createRequire(createRequire(here.resolve('socket.io')).resolve('engine.io'));
  const { WebSocketServer } = engine('ws') as {
    WebSocketServer: { prototype: { handleUpgrade: (...args: any[]) => void } };
  };
  const lines = new Set<Sending>();
  // One function for all: one created in the upgrade would retain its request for the life of the connection.
  const forget = function (this: Sending): void {
    lines.delete(this);
  };
  const { handleUpgrade } = WebSocketServer.prototype;
  const noting = function (
    this: unknown,
    request: unknown,
    socket: unknown,
    head: unknown,
    done: (ws: Sending, request: unknown) => void,
  ): void {
    handleUpgrade.call(this, request, socket, head, (ws: Sending, about: unknown) => {
      lines.add(ws);
      ws.on('close', forget);
      done(ws, about);
    });
  };
  WebSocketServer.prototype.handleUpgrade = noting;
  return {
    lines,
    release: () => {
      WebSocketServer.prototype.handleUpgrade = handleUpgrade;
    },
  };
}
