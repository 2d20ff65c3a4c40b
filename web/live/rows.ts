import { emptyHash, hashText, mixRow } from '#shared/core/hash.ts';
import type {
  Change,
  FeedDelta,
  FeedOpen,
  FeedOpened,
  FeedPage,
  FeedPages,
  FeedState,
} from '#shared/wire.ts';
import { Missing } from './missing.ts';
import { same } from './same.ts';

export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/**
 * Changes since a listener was last notified; one entry per row, however often it changed. `why` says why
 * rows left.
 */
export interface RowBatch<R = Row> {
  readonly add: readonly R[];
  readonly update: readonly R[];
  readonly remove: readonly R[];
  readonly why: ReadonlyMap<string, string>;
  /** Who removed a row and when, in addition to why. */
  readonly left: ReadonlyMap<string, Left>;
  /** Added rows that were there before and came with a page. */
  readonly paged?: ReadonlySet<string>;
  /** Every earlier row must be dropped at once, because rights changed. */
  readonly cleared?: boolean;
}

export interface Left {
  readonly why: string;
  readonly by: string | null;
  readonly at: string | null;
}

export interface Arriving {
  readonly here: number;
  readonly total: number;
}

export type Position = { readonly epoch: string; readonly seq: number };
type Opened = Extract<FeedOpened, { ok: true }>;
/** Runs `work` after a delay; tests and workers provide their own. */
export type Later = (work: () => void, delay: number) => void;

/** A single change is delivered within a frame, a stream of changes at most five times a second. */
const FRAME_MS = 16;
const FLUSH_MS = 200;
const HASH_SLICE = 400;
/** Hashing many new rows is deferred until they are on the screen. */
const HASH_REST_MS = 1_500;
const NO_WHY: ReadonlyMap<string, string> = new Map();
const NO_LEFT: ReadonlyMap<string, Left> = new Map();

/** The rows of one feed: applies frames strictly in sequence and notifies listeners at most every 200 ms. */
export class FeedRows<R extends Row = Row> {
  readonly rows = new Map<string, R>();
  position: Position | null = null;
  /** Incremented with every notification; for `useSyncExternalStore`. */
  version = 0;
  #flush = new Map<string, R | undefined>();
  #why = new Map<string, string>();
  #left = new Map<string, Left>();
  #paged = new Set<string>();
  /** The pages that are not here yet. */
  #missing: Missing<R> | null = null;
  #answered = false;
  /** Rows from before a new snapshot that it has not named so far. */
  #unnamed = new Set<string>();
  #emitted = new Set<(batch: RowBatch<R>) => void>();
  #watch = new Set<() => void>();
  #waiting = false;
  /** There are changes not yet delivered. */
  #stirred = false;
  #mixing = false;
  #hash = emptyHash();
  #mixed = new Map<string, { readonly a: number; readonly b: number }>();
  #unmixed = new Set<string>();
  #later: Later;
  #now: () => number;
  #flushed = -Infinity;

  constructor(
    later: Later = (work, delay) => void setTimeout(work, delay),
    now: () => number = () => performance.now(),
  ) {
    this.#later = later;
    this.#now = now;
  }

  /** What to ask the server for: everything, what is new since the position, or also the missing pages. */
  request(): Omit<FeedOpen, 'feed'> {
    const { position } = this;
    return position && this.#missing ? { ...position, ...this.#missing.request() } : { ...position };
  }

  /** Whether all rows are here, so that they can be counted. */
  get complete(): boolean {
    return this.#answered && !this.#missing;
  }

  /** While pages are missing: how many rows are here, and about how many there are. */
  arriving(): Arriving | null {
    const here = this.rows.size - this.#unnamed.size;
    return this.#missing && { here, total: Math.max(here, this.#missing.total) };
  }

  /**
   * Applies the answer of `feed:open`; a snapshot is compared with the existing rows, so that unchanged rows
   * keep their identity.
   */
  opened(answer: Opened): void {
    this.position = { epoch: answer.epoch, seq: answer.seq };
    this.#answered = true;
    if (answer.mode === 'resume') {
      this.#expect(answer.pages);
      for (const change of answer.changes) this.#change(change);
      return this.#dropUnnamed();
    }
    this.#unnamed = new Set(this.rows.keys());
    this.#expect(answer.pages);
    this.#missing?.ends(answer.rows as readonly R[]);
    this.#name(answer.rows as readonly R[]);
    this.#dropUnnamed();
  }

  #expect(pages: FeedPages | undefined): void {
    const before = this.#missing;
    this.#missing = pages && pages.next < pages.of ? new Missing<R>(pages, before) : null;
    if (before && !this.#missing) this.#stir();
  }

  /** The next page: `applied`, `last` of all, `old` (known already) or `gap` (one was lost: reopen). */
  page(frame: FeedPage): 'applied' | 'last' | 'old' | 'gap' {
    const missing = this.#missing;
    if (
      !missing ||
      frame.epoch !== this.position?.epoch ||
      frame.at !== missing.at ||
      frame.page < missing.next
    )
      return 'old';
    if (frame.page > missing.next) return 'gap';
    this.#name(missing.take(frame.rows as readonly R[]), true);
    if (missing.next < missing.of) return 'applied';
    this.#missing = null;
    this.#stir();
    this.#dropUnnamed();
    return 'last';
  }

  #name(rows: readonly R[], paged = false): void {
    for (const row of rows) {
      this.#unnamed.delete(row.id);
      const old = this.rows.get(row.id);
      if (old && same(old, row)) continue;
      if (paged && !old) this.#paged.add(row.id);
      this.#set(row.id, row);
    }
  }

  /** Once every page is here, what none of them named is gone. */
  #dropUnnamed(): void {
    if (this.#missing) return;
    for (const id of this.#unnamed) this.#set(id, undefined);
    this.#unnamed.clear();
  }

  /** Applies a delta if it is the next one: `applied`, `old` (known already, ignored) or `gap` (reopen). */
  delta(frame: FeedDelta): 'applied' | 'old' | 'gap' {
    const { position } = this;
    if (!position || frame.epoch !== position.epoch) return 'gap';
    if (frame.seq <= position.seq) return 'old';
    if (frame.prev !== position.seq) return 'gap';
    for (const change of frame.changes) this.#change(change);
    this.position = { epoch: position.epoch, seq: frame.seq };
    return 'applied';
  }

  /** Compares the server's state frame with the rows, once all are here. `behind`: a delta must be on its way. */
  check(frame: Pick<FeedState, 'epoch' | 'seq' | 'hash'>): 'equal' | 'different' | 'behind' | 'later' {
    const { position } = this;
    if (!position || frame.epoch !== position.epoch) return 'different';
    if (frame.seq > position.seq) return 'behind';
    if (frame.seq < position.seq) return 'later';
    if (this.#missing) return 'equal';
    this.#mix(Infinity);
    return hashText(this.#hash) === frame.hash ? 'equal' : 'different';
  }

  /**
   * Drops all rows and the position at once and notifies listeners: after a change of rights nothing may stay
   * on screen.
   */
  clear(): void {
    const had = this.rows.size > 0 || this.#stirred;
    this.#stirred = false;
    this.#missing = null;
    this.#answered = false;
    this.#unnamed.clear();
    this.#paged.clear();
    for (const id of this.rows.keys()) this.#unmixed.add(id);
    this.rows.clear();
    this.#flush.clear();
    this.#why.clear();
    this.#left.clear();
    this.position = null;
    if (had) this.#emit({ add: [], update: [], remove: [], why: NO_WHY, left: NO_LEFT, cleared: true });
  }

  get(id: string): R | undefined {
    return this.rows.get(id);
  }

  all(): IterableIterator<R> {
    return this.rows.values();
  }

  /** Pending changes are delivered to the others first: a new listener has already read them in the rows. */
  onBatch(listener: (batch: RowBatch<R>) => void): () => void {
    this.flush();
    this.#emitted.add(listener);
    return () => this.#emitted.delete(listener);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#watch.add(listener);
    return () => this.#watch.delete(listener);
  };

  /** Delivers pending changes now. */
  flush(): void {
    this.#waiting = false;
    if (!this.#stirred) return;
    this.#stirred = false;
    this.#flushed = this.#now();
    const add: R[] = [];
    const update: R[] = [];
    const remove: R[] = [];
    for (const [id, before] of this.#flush) {
      const now = this.rows.get(id);
      if (!before && now) add.push(now);
      else if (before && !now) remove.push(before);
      else if (before && now && before !== now) update.push(now);
    }
    const paged = this.#paged;
    const why = remove.length > 0 ? this.#why : NO_WHY;
    const left = remove.length > 0 ? this.#left : NO_LEFT;
    this.#flush = new Map();
    this.#why = new Map();
    this.#left = new Map();
    this.#paged = new Set();
    this.#emit({ add, update, remove, why, left, ...(paged.size > 0 ? { paged } : {}) });
  }

  #emit(batch: RowBatch<R>): void {
    this.version += 1;
    for (const listener of this.#emitted) listener(batch);
    for (const listener of this.#watch) listener();
    this.#mixSoon();
  }

  #change(change: Change): void {
    this.#missing?.changed(change);
    if (change.op !== 'patch') this.#unnamed.delete(change.id);
    if (change.op === 'put') this.#set(change.id, change.row as R);
    else if (change.op === 'del') {
      if (this.rows.has(change.id) && change.why) {
        this.#why.set(change.id, change.why);
        this.#left.set(change.id, { why: change.why, by: change.by ?? null, at: change.at ?? null });
      }
      this.#set(change.id, undefined);
    } else {
      const old = this.rows.get(change.id);
      if (old) this.#set(change.id, { ...old, ...change.set });
    }
  }

  #set(id: string, row: R | undefined): void {
    const before = this.rows.get(id);
    if (!before && !row) return;
    // Later listeners read the rows themselves.
    if (this.#emitted.size > 0 && !this.#flush.has(id)) this.#flush.set(id, before);
    if (row) this.rows.set(id, row);
    else this.rows.delete(id);
    this.#unmixed.add(id);
    this.#stir();
  }

  /** Listeners are to be notified. */
  #stir(): void {
    this.#stirred = true;
    if (this.#waiting) return;
    this.#waiting = true;
    this.#later(() => this.flush(), Math.max(FRAME_MS, this.#flushed + FLUSH_MS - this.#now()));
  }

  #mixSoon(): void {
    if (this.#unmixed.size === 0 || this.#mixing) return;
    if (this.#unmixed.size <= HASH_SLICE) return this.#mix(HASH_SLICE);
    this.#mixing = true;
    const slice = (): void => {
      this.#mix(HASH_SLICE);
      if (this.#unmixed.size > 0) this.#later(slice, 0);
      else this.#mixing = false;
    };
    this.#later(slice, HASH_REST_MS);
  }

  #mix(most: number): void {
    let left = most;
    for (const id of this.#unmixed) {
      if (left <= 0) return;
      left -= 1;
      this.#unmixed.delete(id);
      const old = this.#mixed.get(id);
      if (old) {
        this.#hash.a = (this.#hash.a - old.a) >>> 0;
        this.#hash.b = (this.#hash.b - old.b) >>> 0;
        this.#mixed.delete(id);
      }
      const row = this.rows.get(id);
      if (!row) continue;
      const one = emptyHash();
      mixRow(one, id, row, 1);
      this.#hash.a = (this.#hash.a + one.a) >>> 0;
      this.#hash.b = (this.#hash.b + one.b) >>> 0;
      this.#mixed.set(id, one);
    }
  }
}
