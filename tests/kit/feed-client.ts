import { io, type Socket } from 'socket.io-client';
import { hashRows } from '#shared/core/hash.ts';
import type {
  Change,
  ClientToServer,
  FeedDelta,
  FeedOpen,
  FeedOpened,
  FeedReset,
  FeedState,
  ServerToClient,
} from '#shared/wire.ts';
import type { Person } from './server.ts';

/**
 * A console without a screen: maintains the rows of one feed by the frames alone, as the protocol requires
 * of any client.
 */
export class FeedClient {
  readonly socket: Socket<ServerToClient, ClientToServer>;
  readonly feed: string;
  rows = new Map<string, Record<string, unknown>>();
  epoch: string | undefined;
  seq: number | undefined;
  mode: 'snapshot' | 'resume' | undefined;
  resynced = false;
  refused: string | undefined;
  resets: FeedReset[] = [];
  revoked: string | undefined;
  deltas = 0;
  gaps = 0;
  lastState: FeedState | undefined;
  lastDeltaAt = 0;
  closed = false;
  #opening: Promise<void> | null = null;
  #early: FeedDelta[] = [];

  constructor(url: string, person: Person, feed: string) {
    this.feed = feed;
    this.socket = io(url, {
      transports: ['websocket'],
      auth: (give) => give({ authtoken: person.token, feeds: [this.#position()] }),
      extraHeaders: { cookie: person.cookie },
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
      randomizationFactor: 0.5,
    });
    this.socket.on('connect', () => {
      // Earlier requests on the old connection are never answered; those of the new one come before `hello`.
      this.#early = [];
      this.#opening = new Promise(() => undefined);
    });
    this.socket.on('feed:opened', ({ feed, ...answer }) => {
      if (feed === this.feed) this.opened(answer);
    });
    // A refusal by the server ends the library's own retries.
    this.socket.on('connect_error', () => {
      if (!this.socket.active && !this.closed)
        setTimeout(() => {
          if (!this.closed) this.socket.connect();
        }, 200);
    });
    this.socket.on('feed:delta', (frame) => this.delta(frame));
    this.socket.on('feed:state', (frame) => {
      this.lastState = frame;
      if (frame.feed === this.feed && !this.#opening && frame.seq !== this.seq) void this.open();
    });
    this.socket.on('feed:reset', (frame) => {
      this.resets.push(frame);
      this.rows.clear();
      this.epoch = this.seq = undefined;
      void this.open();
    });
    this.socket.on('session:revoked', ({ reason }) => {
      this.revoked = reason;
      this.rows.clear();
    });
  }

  /** Resolves when the first opening was answered. */
  async ready(): Promise<this> {
    for (let i = 0; i < 200 && this.mode === undefined && this.refused === undefined; i += 1)
      await new Promise((resolve) => setTimeout(resolve, 25));
    return this;
  }

  async open(): Promise<void> {
    if (this.#opening) return this.#opening;
    this.#early = [];
    const mine: Promise<void> = this.socket
      .timeout(5_000)
      .emitWithAck('feed:open', this.#position())
      .then(
        (answer) => this.opened(answer as FeedOpened),
        () => {
          // A slow connection gave no answer in time: a later answer is ignored, so the client asks again.
          setTimeout(() => {
            if (!this.closed && this.socket.connected && !this.#opening) void this.open();
          }, 200);
        },
      )
      .finally(() => {
        if (this.#opening === mine) this.#opening = null;
      });
    this.#opening = mine;
    return mine;
  }

  #position(): FeedOpen {
    return {
      feed: this.feed,
      ...(this.epoch !== undefined && this.seq !== undefined ? { epoch: this.epoch, seq: this.seq } : {}),
    };
  }

  opened(answer: FeedOpened): void {
    this.#opening = null;
    if (!answer.ok) {
      this.refused = answer.code;
      this.rows.clear();
      return;
    }
    this.refused = undefined;
    this.mode = answer.mode;
    if (answer.mode === 'snapshot') {
      this.resynced = answer.resync === true;
      this.rows = new Map(answer.rows.map((row) => [String(row['id']), row as Record<string, unknown>]));
    } else for (const change of answer.changes) this.apply(change);
    this.epoch = answer.epoch;
    this.seq = answer.seq;
    // Frames received before the answer are applied now; while still counted as opening, they would be
    // deferred for ever.
    this.#opening = null;
    const early = this.#early;
    this.#early = [];
    for (const frame of early) this.delta(frame);
  }

  delta(frame: FeedDelta): void {
    if (frame.feed !== this.feed) return;
    this.deltas += 1;
    this.lastDeltaAt = performance.now();
    if (this.#opening) {
      this.#early.push(frame);
      return;
    }
    if (frame.epoch !== this.epoch || frame.prev !== this.seq) {
      if (frame.epoch === this.epoch && this.seq !== undefined && frame.seq <= this.seq) return;
      this.gaps += 1;
      void this.open();
      return;
    }
    for (const change of frame.changes) this.apply(change);
    this.seq = frame.seq;
  }

  apply(change: Change): void {
    if (change.op === 'put') this.rows.set(change.id, change.row as Record<string, unknown>);
    else if (change.op === 'del') this.rows.delete(change.id);
    else {
      const row = this.rows.get(change.id);
      if (row) this.rows.set(change.id, { ...row, ...change.set });
    }
  }

  hash(): string {
    return hashRows(this.rows);
  }

  /** The connection breaks silently; the client reconnects by itself. */
  cut(): void {
    const engine = this.socket.io.engine as unknown as
      | { transport: { ws?: { terminate?(): void; close(): void } } }
      | undefined;
    const ws = engine?.transport.ws;
    if (ws?.terminate) ws.terminate();
    else ws?.close();
  }

  close(): void {
    this.closed = true;
    this.socket.disconnect();
  }
}

/** Waits until the condition holds; on timeout fails with the last state. */
export async function until(what: string, so: () => boolean | Promise<boolean>, ms = 5_000): Promise<number> {
  const from = performance.now();
  for (;;) {
    if (await so()) return performance.now() - from;
    if (performance.now() - from > ms) throw new Error(`Not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
