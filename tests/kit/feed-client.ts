import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { hashRows } from '#shared/core/hash.ts';
import { limits } from '#shared/core/limits.ts';
import type {
  Change,
  ClientToServer,
  FeedDelta,
  FeedOpen,
  FeedOpened,
  FeedPage,
  FeedReset,
  FeedState,
  ServerToClient,
} from '#shared/wire.ts';
import type { Person } from './server.ts';
import { hung } from './patience.ts';

/** The pages of a snapshot that a client still misses, and what it changed of its rows meanwhile. */
interface Missing {
  readonly at: number;
  readonly of: number;
  next: number;
  last: readonly string[];
  readonly changed: Map<string, Readonly<Record<string, unknown>> | null>;
}

const lastOf = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
  rows
    .slice(-limits.idsAfter)
    .map((row) => String(row['id']))
    .reverse();

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
  /** Rows that came in pages, with repetitions; and answers that began with the first page. */
  pagedRows = 0;
  begun = 0;
  /** The rows of the newest answer that was a snapshot; pages that came since are not among them. */
  first: readonly string[] = [];
  gaps = 0;
  lastState: FeedState | undefined;
  lastDeltaAt = 0;
  closed = false;
  #opening: Promise<void> | null = null;
  #early: (() => void)[] = [];
  #missing: Missing | null = null;
  #pages: boolean;

  /** `pages`: whether it takes a long feed in pages, as the console does with its queues, requests and documents. */
  constructor(url: string, person: Pick<Person, 'cookie' | 'token'>, feed: string, { pages = true } = {}) {
    this.feed = feed;
    this.#pages = pages;
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
    this.socket.on('feed:page', (frame) => this.page(frame));
    this.socket.on('feed:state', (frame) => {
      this.lastState = frame;
      if (frame.feed === this.feed && !this.#opening && frame.seq !== this.seq) void this.open();
    });
    this.socket.on('feed:reset', (frame) => {
      this.resets.push(frame);
      this.rows.clear();
      this.epoch = this.seq = undefined;
      this.#missing = null;
      void this.open();
    });
    this.socket.on('session:revoked', ({ reason }) => {
      this.revoked = reason;
      this.rows.clear();
    });
  }

  /** Resolves when the first opening was answered and all its pages are here. */
  async ready(): Promise<this> {
    await until(
      `${this.feed} is answered`,
      () => (this.mode !== undefined && this.complete) || this.refused !== undefined,
    );
    return this;
  }

  get complete(): boolean {
    return this.#missing === null;
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
      ...(this.#pages ? { pages: true } : {}),
      ...(this.#missing ? { seq: this.#missing.at, after: this.#missing.last } : {}),
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
    const last = answer.mode === 'resume' ? (this.#missing?.last ?? []) : lastOf(answer.rows);
    const { pages } = answer;
    this.#missing = pages && pages.next < pages.of ? { ...pages, last, changed: new Map() } : null;
    if (answer.mode === 'snapshot') {
      this.begun += 1;
      this.resynced = answer.resync === true;
      this.rows = new Map(answer.rows.map((row) => [String(row['id']), row as Record<string, unknown>]));
      this.first = [...this.rows.keys()];
    } else for (const change of answer.changes) this.apply(change);
    this.epoch = answer.epoch;
    this.seq = answer.seq;
    // Frames received before the answer are applied now; while still counted as opening, they would be
    // deferred for ever.
    this.#opening = null;
    const early = this.#early;
    this.#early = [];
    for (const take of early) take();
  }

  page(frame: FeedPage): void {
    if (frame.feed !== this.feed) return;
    if (this.#opening) return void this.#early.push(() => this.page(frame));
    const missing = this.#missing;
    if (!missing || frame.at !== missing.at || frame.epoch !== this.epoch || frame.page !== missing.next)
      return;
    this.pagedRows += frame.rows.length;
    for (const row of frame.rows) {
      const id = String(row['id']);
      const changed = missing.changed.get(id);
      if (changed !== null) this.rows.set(id, { ...row, ...changed });
    }
    missing.next += 1;
    missing.last = lastOf(frame.rows);
    if (missing.next >= missing.of) this.#missing = null;
    else this.socket.emit('feed:more', { feed: this.feed });
  }

  delta(frame: FeedDelta): void {
    if (frame.feed !== this.feed) return;
    this.deltas += 1;
    this.lastDeltaAt = performance.now();
    if (this.#opening) {
      this.#early.push(() => this.delta(frame));
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
    if (this.#missing) {
      const { changed } = this.#missing;
      this.#missing.last = this.#missing.last.filter((id) => id !== change.id);
      if (change.op !== 'patch') changed.set(change.id, null);
      else if (changed.get(change.id) !== null)
        changed.set(change.id, { ...changed.get(change.id), ...change.set });
    }
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

/** Waits until it is so, and answers how long that took, ms; fails with what it waited for when it hangs. Only the bench says sooner. */
export async function until(
  what: string,
  so: () => boolean | Promise<boolean>,
  ms = hung.wait,
): Promise<number> {
  for (const from = performance.now(); ; await pause(10)) {
    if (await so()) return performance.now() - from;
    if (performance.now() - from > ms) throw new Error(`Not within ${ms} ms: ${what}`);
  }
}

/** Looks until what it sees is right, and answers it; fails with what it saw last when it hangs. */
export async function untilRight<T>(look: () => Promise<T>, right: (seen: T) => boolean): Promise<T> {
  let seen: T | undefined;
  try {
    await until('it is right', async () => right((seen = await look())));
  } catch (error) {
    throw new Error(`It never came: ${JSON.stringify(seen)?.slice(0, 500)}`, { cause: error });
  }
  return seen!;
}
