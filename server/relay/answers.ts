import { headOf } from '#shared/core/cut.ts';
import type { FeedDelta, FeedOpened, FeedPages } from '#shared/wire.ts';
import type { Channel } from './channel.ts';
import { ReadyAnswer, ReadyEvent } from './ready.ts';
import type { Snapshot } from './snapshots.ts';

type About = Omit<Extract<FeedOpened, { ok: true; mode: 'resume' }>, 'mode' | 'changes'>;

interface Kept {
  seq: number;
  rows: string | null;
  readonly since: Map<number, string>;
  readonly deltas: Map<number, ReadyEvent>;
  readonly whole: Map<string, { at: number; answer: ReadyAnswer }>;
}

/**
 * An answer carries the server's time, so it is reused only this long and then rebuilt from the same encoded
 * rows.
 */
const freshMs = 20;
const mostOffsets = 500;

/**
 * A channel's answers to `open`, encoded once per position however many connections ask: after a restart all
 * ask at once.
 */
export interface Answers {
  snapshot(channel: Channel, about: () => About, resync: boolean): ReadyAnswer;
  /** Null when the channel does not reach back so far. With pages: that those are missing. */
  resume(channel: Channel, from: number, about: () => About, pages?: FeedPages): ReadyAnswer | null;
  /** The first page of a snapshot. */
  first(channel: Channel, snapshot: Snapshot, about: () => About, resync: boolean): ReadyAnswer;
  /** What changed since that position; null for nothing, or when the channel does not reach back so far. */
  delta(channel: Channel, from: number): ReadyEvent | null;
}

/** How a snapshot is described to a reader that has all pages before `next`. */
export const pagesOf = ({ at, of, total }: Snapshot, next: number): FeedPages => ({ at, next, of, total });

export function openAnswers(): Answers {
  const kept = new WeakMap<Channel, Kept>();

  const of = (channel: Channel): Kept => {
    const seq = channel.seq();
    let one = kept.get(channel);
    if (!one || one.seq !== seq)
      kept.set(channel, (one = { seq, rows: null, since: new Map(), deltas: new Map(), whole: new Map() }));
    return one;
  };

  const whole = (one: Kept, key: string, make: () => string): ReadyAnswer => {
    const now = performance.now();
    const have = one.whole.get(key);
    if (have && now - have.at < freshMs) return have.answer;
    const answer = new ReadyAnswer(make());
    if (one.whole.size >= mostOffsets) one.whole.clear();
    one.whole.set(key, { at: now, answer });
    return answer;
  };

  const join = (about: object, rest: string): string => `${headOf(JSON.stringify(about), -1)},${rest}}`;

  return {
    snapshot(channel, about, resync) {
      const one = of(channel);
      return whole(one, resync ? 'resync' : 'rows', () => {
        one.rows ??= JSON.stringify(channel.rows());
        return join(about(), `"mode":"snapshot","rows":${one.rows}${resync ? ',"resync":true' : ''}`);
      });
    },
    first(channel, snapshot, about, resync) {
      return whole(of(channel), `${snapshot.at} ${resync}`, () => {
        const rest = { ...about(), seq: snapshot.at, mode: 'snapshot', pages: pagesOf(snapshot, 1) };
        return join(rest, `"rows":${JSON.stringify(snapshot.rows(0))}${resync ? ',"resync":true' : ''}`);
      });
    },
    delta(channel, from) {
      const one = of(channel);
      const have = one.deltas.get(from);
      const changes = have ? null : channel.since(from);
      if (have || !changes || from === one.seq) return have ?? null;
      const { feed, epoch } = channel;
      const frame: FeedDelta = { feed: feed.name, epoch, prev: from, seq: one.seq, changes };
      const event = new ReadyEvent('feed:delta', frame);
      if (one.deltas.size >= mostOffsets) one.deltas.clear();
      one.deltas.set(from, event);
      return event;
    },
    resume(channel, from, about, pages) {
      const one = of(channel);
      let changes = one.since.get(from);
      if (changes === undefined) {
        const found = channel.since(from);
        if (!found) return null;
        changes = JSON.stringify(found);
        if (one.since.size >= mostOffsets) one.since.clear();
        one.since.set(from, changes);
      }
      return whole(one, `${from} ${pages?.at} ${pages?.next}`, () =>
        join({ ...about(), ...(pages ? { pages } : {}) }, `"mode":"resume","changes":${changes}`),
      );
    },
  };
}
