import { createActor, fromPromise } from 'xstate';
import type { Actor } from 'xstate';
import type {
  FeedDelta,
  FeedOpen,
  FeedOpened,
  FeedPage,
  FeedReset,
  FeedState,
  Presence,
  PresenceShown,
} from '#shared/wire.ts';
import { liveMachine, statusOf } from './live.machine.ts';
import type { FeedCondition, LiveContext, Opening } from './live.machine.ts';
import { FeedRows } from './rows.ts';
import type { Later, Row } from './rows.ts';

/** The part of a connection that feeds need; the socket is one, tests provide another. */
export interface Connection {
  readonly up: boolean;
  open(frame: FeedOpen): Promise<FeedOpened>;
  more(feed: string): void;
  close(feed: string): void;
  presence(frame: Presence): void;
}

export interface FeedStatus {
  readonly condition: FeedCondition;
  readonly since: number;
  readonly resyncs: number;
  readonly sources: LiveContext['sources'];
  readonly scope: LiveContext['scope'];
  readonly code: string | null;
  readonly message: string | null;
}

export type Presences = ReadonlyMap<string, PresenceShown['who']>;

export interface FeedsParts {
  readonly line: Connection;
  readonly now: () => number;
  readonly later?: Later;
  readonly receivedServer?: (now: number, roundTrip: number) => void;
}

const NOBODY: Presences = new Map();

/** Feeds whose screens show the first rows while the others are still arriving. */
const inPages = (feed: string): boolean => /^(?:queue|approvals|documents)\//.test(feed);

function requestOf({ name, rows }: Feed): FeedOpen {
  return { feed: name, ...rows.request(), ...(inPages(name) ? { pages: true } : {}) };
}

/** One open feed: its rows, its machine, and who is viewing which row. */
export class Feed {
  readonly name: string;
  readonly rows: FeedRows<Row>;
  readonly actor: Actor<typeof liveMachine>;
  users = 0;
  lastFrame: number;
  #parts: FeedsParts;
  #attempt = 0;
  #early: (() => void)[] | null = null;
  #status: FeedStatus | null = null;
  #presences: Presences = NOBODY;
  #presenceWatch = new Set<() => void>();

  constructor(name: string, parts: FeedsParts) {
    this.name = name;
    this.#parts = parts;
    this.rows = new FeedRows(parts.later);
    this.lastFrame = parts.now();
    this.actor = createActor(
      liveMachine.provide({
        actors: { open: fromPromise(() => this.#open()) },
        actions: { dropRows: () => this.rows.clear() },
      }),
      {
        input: { up: parts.line.up, now: parts.now },
      },
    );
    this.actor.subscribe(() => (this.#status = null));
    this.actor.start();
  }

  async #open(): Promise<Opening> {
    const attempt = ++this.#attempt;
    const sent = this.#parts.now();
    this.#early = [];
    const answer = await this.#parts.line.open(requestOf(this));
    if (attempt !== this.#attempt) return { ok: false, code: 'superseded', message: '' };
    const early = this.#early;
    this.#early = null;
    if (!answer.ok) return answer;
    this.#parts.receivedServer?.(answer.now, this.#parts.now() - sent);
    this.lastFrame = this.#parts.now();
    this.rows.opened(answer);
    this.#presences = NOBODY;
    for (const listener of this.#presenceWatch) listener();
    for (const take of early) take();
    return { ok: true, sources: answer.sources, scope: answer.scope };
  }

  delta(frame: FeedDelta): void {
    this.lastFrame = this.#parts.now();
    if (this.#early) this.#early.push(() => this.delta(frame));
    else if (this.rows.delta(frame) === 'gap') this.actor.send({ type: 'GAP' });
  }

  page(frame: FeedPage): void {
    this.lastFrame = this.#parts.now();
    if (this.#early) return void this.#early.push(() => this.page(frame));
    const verdict = this.rows.page(frame);
    if (verdict === 'applied') this.#parts.line.more(this.name);
    else if (verdict === 'gap') this.actor.send({ type: 'GAP' });
  }

  state(frame: FeedState): void {
    this.lastFrame = this.#parts.now();
    this.#parts.receivedServer?.(frame.now, 0);
    if (this.#early) return;
    const verdict = this.rows.check(frame);
    if (verdict === 'different') {
      this.rows.position = null; // needs a snapshot rather than a continuation of wrong rows
      this.actor.send({ type: 'RESYNC' });
    } else if (verdict === 'behind') this.actor.send({ type: 'GAP' });
    else this.actor.send({ type: 'STATE', sources: frame.sources });
  }

  /**
   * After a change of rights rows are dropped at once. When only too far behind or in another epoch, they
   * stay until they are compared with the snapshot.
   */
  reset(code: string): void {
    if (code !== 'tooFarBehind' && code !== 'epochChanged') return this.actor.send({ type: 'RESET' });
    this.rows.position = null;
    this.actor.send({ type: 'GAP' });
  }

  presence(frame: PresenceShown): void {
    const next = new Map(this.#presences);
    if (frame.who.length > 0) next.set(frame.id, frame.who);
    else next.delete(frame.id);
    this.#presences = next;
    for (const listener of this.#presenceWatch) listener();
  }

  /** The same object until something changed, as `useSyncExternalStore` requires. */
  readonly status = (): FeedStatus => {
    if (this.#status) return this.#status;
    const { value, context } = this.actor.getSnapshot();
    this.#status = {
      condition: statusOf(value),
      since: context.since,
      resyncs: context.resyncs,
      sources: context.sources,
      scope: context.scope,
      code: context.code,
      message: context.message,
    };
    return this.#status;
  };

  readonly onStatus = (listener: () => void): (() => void) => {
    const subscription = this.actor.subscribe(listener);
    return () => subscription.unsubscribe();
  };

  readonly presences = (): Presences => this.#presences;
  readonly onPresence = (listener: () => void): (() => void) => {
    this.#presenceWatch.add(listener);
    return () => this.#presenceWatch.delete(listener);
  };

  stop(): void {
    this.#attempt += 1;
    this.actor.stop();
  }
}

/** How long an unused feed stays open: long enough to switch to another screen and back. */
const LINGER_MS = 5_000;

/**
 * All open feeds of this tab over one connection; a feed opens with its first user and closes shortly after
 * its last.
 */
export class Feeds {
  #feeds = new Map<string, Feed>();
  #parts: FeedsParts;
  #linger: number;

  constructor(parts: FeedsParts, linger = LINGER_MS) {
    this.#parts = parts;
    this.#linger = linger;
  }

  use(name: string): Feed {
    let feed = this.#feeds.get(name);
    if (!feed) {
      feed = new Feed(name, this.#parts);
      this.#feeds.set(name, feed);
      this.#dropLater(feed);
    }
    return feed;
  }

  /** Registers a user of the feed; call the returned function once to unregister. */
  keep(name: string): () => void {
    const feed = this.use(name);
    feed.users += 1;
    return () => {
      feed.users -= 1;
      this.#dropLater(feed);
    };
  }

  #dropLater(feed: Feed): void {
    if (feed.users === 0) setTimeout(() => this.#drop(feed), this.#linger);
  }

  #drop(feed: Feed): void {
    if (feed.users > 0 || this.#feeds.get(feed.name) !== feed) return;
    this.#feeds.delete(feed.name);
    feed.stop();
    if (this.#parts.line.up) this.#parts.line.close(feed.name);
  }

  /** The feeds this tab would open if it were connected now. */
  wanted(): FeedOpen[] {
    return [...this.#feeds.values()].map(requestOf);
  }

  up(): void {
    for (const feed of this.#feeds.values()) feed.actor.send({ type: 'UP' });
  }

  down(): void {
    for (const feed of this.#feeds.values()) feed.actor.send({ type: 'DOWN', at: feed.lastFrame });
  }

  rights(): void {
    for (const feed of this.#feeds.values()) feed.actor.send({ type: 'RIGHTS' });
  }

  delta(frame: FeedDelta): void {
    this.#feeds.get(frame.feed)?.delta(frame);
  }

  page(frame: FeedPage): void {
    this.#feeds.get(frame.feed)?.page(frame);
  }

  state(frame: FeedState): void {
    this.#feeds.get(frame.feed)?.state(frame);
  }

  reset(frame: FeedReset): void {
    this.#feeds.get(frame.feed)?.reset(frame.code);
  }

  presence(frame: PresenceShown): void {
    this.#feeds.get(frame.feed)?.presence(frame);
  }

  t(frame: Presence): void {
    if (this.#parts.line.up) this.#parts.line.presence(frame);
  }

  /** Signed out: drops everything at once. */
  clear(): void {
    for (const feed of this.#feeds.values()) {
      feed.rows.clear();
      feed.stop();
    }
    this.#feeds.clear();
  }
}
