import type { Pool } from 'pg';
import type { SourceFact } from '#shared/wire.ts';
import { quickCommit } from '../store/quick-commit.ts';
import { thingOf } from './fact.ts';
import { gather } from '../gather.ts';
import type { Own } from './look.ts';

/**
 * Where a fact belongs as far as this node remembers, so that one told alone is taken in one round to the database instead of two: the
 * commit looks whether it was right. A supposition that is wrong costs a round and a number.
 */
export interface Suppose {
  /** Null where nothing can be supposed. A first version of what was never heard of gets the next number in hand. */
  of(fact: SourceFact, name: string): Promise<Own | null>;
  learn(fact: SourceFact, stream: string): void;
  forget(fact: SourceFact): void;
}

const most = 20_000;
const block = 32;

export function openSuppose(pool: Pool): Suppose {
  const streams = new Map<string, string>();
  const number = openBlocks(pool);
  return {
    async of(fact, name) {
      const stream = streams.get(thingOf(fact));
      if (stream !== undefined) return { stream, fresh: false };
      return fact.version === 1 ? { stream: `${name}-${await number(name)}`, fresh: true } : null;
    },
    learn(fact, stream) {
      const thing = thingOf(fact);
      if (!streams.has(thing) && streams.size >= most) streams.delete(streams.keys().next().value!);
      streams.set(thing, stream);
    },
    forget: (fact) => void streams.delete(thingOf(fact)),
  };
}

/** Numbers of the house's own, a block at a time. Not synced to disk by itself: the commit that uses one brings the block along. */
function openBlocks(pool: Pool): (name: string) => Promise<number> {
  const hand = new Map<string, { next: number; end: number }>();
  return gather(async (names) => {
    const numbers: number[] = [];
    for (const name of names) {
      let have = hand.get(name);
      if (!have || have.next === have.end) {
        const { rows } = await pool.query<{ next: string }>({
          name: 'source-numbers',
          text: `${quickCommit} insert into numbers (kind, next) select $1, 1 + $2::bigint from quick
            on conflict (kind) do update set next = numbers.next + $2::bigint returning next`,
          values: [name, block],
        });
        const end = Number(rows[0]!.next);
        hand.set(name, (have = { next: end - block, end }));
      }
      numbers.push(have.next++);
    }
    return numbers;
  });
}
