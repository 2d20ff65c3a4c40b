import { canonical, emptyHash, hashText, mixRow, type RowsHash } from '#shared/core/hash.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import { compareRanks, type Rank } from '#shared/core/rank.ts';
import type { FeedDef, Scope } from '#shared/core/view.ts';
import type { Change, FeedDelta } from '#shared/wire.ts';
import type { LiveView, RowChange } from '../core/parts.ts';
import { loopWork, type OtherWork } from './other-work.ts';

type Row = Readonly<Record<string, unknown>>;

/** One feed as all watchers with the same scope see it: its rows, their hash, and the changes by position. */
export interface Channel {
  readonly feed: FeedDef;
  readonly scope: Scope;
  readonly epoch: string;
  seq(): number;
  rows(): Row[];
  size(): number;
  /** At most that many rows, whichever. */
  some(most: number): Row[];
  /** All rows in the feed's rank. */
  ranked(): Row[];
  /** Whether this scope contains a row with that id now. */
  has(id: string): boolean;
  /** Whether this row is here and is still as it was at that position. */
  unchanged(id: string, since: number): boolean;
  hash(): string;
  /**
   * The changes that bring a client from `seq` to the channel's state; null when it does not reach back so
   * far.
   */
  since(seq: number): readonly Change[] | null;
  /** Called by the hub with changed rows of the view. */
  take(changes: readonly RowChange[]): void;
  /** Sends pending changes without waiting for the interval. */
  flush(): void;
  close(): void;
}

export interface ChannelOptions {
  readonly flushMs: number;
  /** The number of deleted rows kept for resuming. */
  readonly tombstones: number;
  readonly otherWork?: OtherWork;
  /** Receives each row that the feed cannot show, with the event that changed it; the row is hidden. */
  readonly unseen?: (id: string, error: unknown, by: StoredEvent | null) => void;
}

const byId = (_row: Row, id: string): Rank => [id];
/** The longest gap between two broadcasts, however long they take. */
const longestMs = 100;
/**
 * When there is other work, broadcasts take at most this fraction (1/n) of the time, apart from what is
 * caught up within a moment.
 */
const share = 4;
const momentMs = 50;
/** Below this share of other work a broadcast delays nothing; at or above it, the whole pause is due. */
const idlePart = 0.1;
const busyPart = 0.4;

/**
 * Changes are sent on the leading edge and then at most every `flushMs`; several changes of one row in
 * between are merged. `seq` is the log position of the last change seen by this scope, so that every node
 * numbers alike.
 */
export function openChannel(
  feed: FeedDef,
  view: LiveView,
  scope: Scope,
  epoch: string,
  options: ChannelOptions,
  send: (delta: FeedDelta) => void,
): Channel {
  const seen = new Map<string, Row>();
  const changedAt = new Map<string, number>();
  const hash: RowsHash = emptyHash();
  const unhashed = new Map<string, Row | undefined>();
  const waiting = new Map<string, RowChange>();
  const floor0 = view.position();
  let floor = floor0;
  let seq = floor0;
  let gone = 0;
  let last = -Infinity;
  let every = options.flushMs;
  let owed = 0;
  const otherWork = options.otherWork ?? loopWork();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  /** A row as this scope sees it; one that cannot be shown holds up no other. */
  const see = (row: unknown, id: string, by: StoredEvent | null): Row | null => {
    try {
      return feed.see(row, scope, id) as Row | null;
    } catch (error) {
      options.unseen?.(id, error, by);
      return null;
    }
  };

  for (const [id, row] of view.rows) {
    const shown = see(row, id, null);
    if (shown) {
      seen.set(id, shown);
      unhashed.set(id, undefined);
    }
  }

  const settleHash = (): void => {
    for (const [id, before] of unhashed) {
      if (before) mixRow(hash, id, before, -1);
      const now = seen.get(id);
      if (now) mixRow(hash, id, now, 1);
    }
    unhashed.clear();
  };

  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (closed || waiting.size === 0) return;
    const began = performance.now();
    const wanted = Math.min(1, Math.max(0, (otherWork.part() - idlePart) / (busyPart - idlePart)));
    owed = Math.max(0, owed - (began - last));
    last = began;
    const changes: Change[] = [];
    let position = seq;
    for (const [id, change] of waiting) {
      if (change.position > position) position = change.position;
      const before = seen.get(id);
      const after = change.after === undefined ? null : see(change.after, id, change.by);
      const op = difference(id, before, after, change);
      if (!op) continue;
      if (!unhashed.has(id)) unhashed.set(id, before);
      if (after) seen.set(id, after);
      else {
        seen.delete(id);
        gone += 1;
      }
      changedAt.delete(id);
      changedAt.set(id, change.position);
      changes.push(op);
    }
    waiting.clear();
    if (changes.length === 0) return;
    const prev = seq;
    seq = position;
    // Rows changed by one flush count as changed at its end: a resume from inside it gets them again, which
    // is harmless.
    if (gone > options.tombstones) forget();
    send({ feed: feed.name, epoch, prev, seq, changes });
    // When a broadcast takes long because of its many watchers, constant changes are batched a little
    // longer, which leaves time to take them in.
    owed = Math.min(owed + wanted * share * (performance.now() - began), momentMs + longestMs);
    if (options.flushMs > 0) every = Math.max(options.flushMs, owed - momentMs);
    otherWork.rest();
  };

  const forget = (): void => {
    for (const [id, at] of changedAt) {
      if (seen.has(id)) continue;
      changedAt.delete(id);
      if (at > floor) floor = at;
      gone -= 1;
      if (gone <= options.tombstones / 2) break;
    }
  };

  return {
    feed,
    scope,
    epoch,
    seq: () => seq,
    rows: () => [...seen.values()],
    size: () => seen.size,
    some: (most) => [...seen.values().take(most)],
    ranked() {
      const rank = feed.rank ?? byId;
      return [...seen]
        .map(([id, row]) => ({ row, rank: rank(row, id) }))
        .sort((a, b) => compareRanks(a.rank, b.rank))
        .map(({ row }) => row);
    },
    has: (id) => seen.has(id),
    unchanged: (id, since) => seen.has(id) && (changedAt.get(id) ?? -1) <= since,
    hash() {
      settleHash();
      return hashText(hash);
    },
    since(from) {
      if (from < floor || from > seq) return null;
      if (from === seq) return [];
      const changes: Change[] = [];
      for (const [id, at] of changedAt) {
        if (at <= from) continue;
        const row = seen.get(id);
        changes.push(row ? { op: 'put', id, row } : { op: 'del', id });
      }
      return changes;
    },
    take(changes) {
      if (closed) return;
      for (const change of changes) waiting.set(change.id, change);
      if (timer) return;
      const rest = last + every - performance.now();
      if (rest <= 0) flush();
      else timer = setTimeout(flush, rest);
    },
    flush,
    close() {
      closed = true;
      if (timer) clearTimeout(timer);
    },
  };
}

function difference(
  id: string,
  before: Row | undefined,
  after: Row | null,
  change: RowChange,
): Change | null {
  if (!after)
    return before
      ? { op: 'del', id, why: change.by.type, by: change.by.actor?.name ?? '', at: change.by.at }
      : null;
  if (!before) return { op: 'put', id, row: after };
  if (before === after) return null;
  const set: Record<string, unknown> = {};
  let n = 0;
  for (const key of Object.keys(after))
    if (!same(before[key], after[key])) {
      if (after[key] === undefined) return { op: 'put', id, row: after };
      set[key] = after[key];
      n += 1;
    }
  for (const key of Object.keys(before)) if (!(key in after)) return { op: 'put', id, row: after };
  return n === 0 ? null : { op: 'patch', id, set };
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  return canonical(a) === canonical(b);
}
