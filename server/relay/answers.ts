import { headOf } from '#shared/core/cut.ts';
import type { FeedOpened } from '#shared/wire.ts';
import type { Channel } from './channel.ts';
import { ReadyAnswer } from './ready.ts';

type About = Omit<Extract<FeedOpened, { ok: true; mode: 'resume' }>, 'mode' | 'changes'>;

interface Kept {
  seq: number;
  rows: string | null;
  readonly since: Map<number, string>;
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
  /** Null when the channel does not reach back so far. */
  resume(channel: Channel, from: number, about: () => About): ReadyAnswer | null;
}

export function openAnswers(): Answers {
  const kept = new WeakMap<Channel, Kept>();

  const of = (channel: Channel): Kept => {
    const seq = channel.seq();
    let one = kept.get(channel);
    if (!one || one.seq !== seq)
      kept.set(channel, (one = { seq, rows: null, since: new Map(), whole: new Map() }));
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

  const join = (about: About, rest: string): string => `${headOf(JSON.stringify(about), -1)},${rest}}`;

  return {
    snapshot(channel, about, resync) {
      const one = of(channel);
      return whole(one, resync ? 'resync' : 'rows', () => {
        one.rows ??= JSON.stringify(channel.rows());
        return join(about(), `"mode":"snapshot","rows":${one.rows}${resync ? ',"resync":true' : ''}`);
      });
    },
    resume(channel, from, about) {
      const one = of(channel);
      let changes = one.since.get(from);
      if (changes === undefined) {
        const found = channel.since(from);
        if (!found) return null;
        changes = JSON.stringify(found);
        if (one.since.size >= mostOffsets) one.since.clear();
        one.since.set(from, changes);
      }
      return whole(one, String(from), () => join(about(), `"mode":"resume","changes":${changes}`));
    },
  };
}
