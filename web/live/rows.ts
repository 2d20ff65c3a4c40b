import { emptyHash, hashText, mixRow } from '#shared/core/hash.ts';
import type { Change, FeedDelta, FeedOpened, FeedState } from '#shared/wire.ts';

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
  /** Every earlier row must be dropped at once, because rights changed. */
  readonly cleared?: boolean;
}

export interface Left {
  readonly why: string;
  readonly by: string | null;
  readonly at: string | null;
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

  /**
   * Applies the answer of `feed:open`; a snapshot is compared with the existing rows, so that unchanged rows
   * keep their identity.
   */
  opened(answer: Opened): void {
    this.position = { epoch: answer.epoch, seq: answer.seq };
    if (answer.mode === 'resume') {
      for (const change of answer.changes) this.#change(change);
      return;
    }
    if (this.rows.size === 0) {
      for (const row of answer.rows as readonly R[]) this.#set(row.id, row);
      return;
    }
    const here = new Set<string>();
    for (const row of answer.rows as readonly R[]) {
      here.add(row.id);
      const old = this.rows.get(row.id);
      if (!old || !same(old, row)) this.#set(row.id, row);
    }
    for (const id of [...this.rows.keys()]) if (!here.has(id)) this.#set(id, undefined);
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

  /** Compares the server's state frame with the rows. `behind`: a delta must be on its way. */
  check(frame: Pick<FeedState, 'epoch' | 'seq' | 'hash'>): 'equal' | 'different' | 'behind' | 'later' {
    const { position } = this;
    if (!position || frame.epoch !== position.epoch) return 'different';
    if (frame.seq > position.seq) return 'behind';
    if (frame.seq < position.seq) return 'later';
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
    const why = remove.length > 0 ? this.#why : NO_WHY;
    const left = remove.length > 0 ? this.#left : NO_LEFT;
    this.#flush = new Map();
    this.#why = new Map();
    this.#left = new Map();
    this.#emit({ add, update, remove, why, left });
  }

  #emit(batch: RowBatch<R>): void {
    this.version += 1;
    for (const listener of this.#emitted) listener(batch);
    for (const listener of this.#watch) listener();
    this.#mixSoon();
  }

  #change(change: Change): void {
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
    this.#stirred = true;
    if (row) this.rows.set(id, row);
    else this.rows.delete(id);
    this.#unmixed.add(id);
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

/** Whether two plain JSON values are equal. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false;
  const one = a as Record<string, unknown>;
  const other = b as Record<string, unknown>;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && same(one[key], other[key]))
  );
}
