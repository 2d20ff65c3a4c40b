import type { Pool } from 'pg';

/**
 * Thrown inside a decision when the block of numbers is used up; the handler fetches a new one and decides
 * again.
 */
export class NeedNumbers extends Error {
  readonly kind: string;
  constructor(kind: string) {
    super(`no number of kind ${kind} in hand`);
    this.kind = kind;
  }
}

/** Allots positive integers, each once per installation; gaps are normal. */
export interface Numbers {
  /** Throws NeedNumbers when the block is used up. */
  next(kind: string): number;
  fetch(kind: string): Promise<void>;
  /** A number chosen elsewhere is never allotted again. */
  reserve(kind: string, number: number): Promise<void>;
}

const block = 32;

export function openNumbers(pool: Pool): Numbers {
  const hand = new Map<string, { next: number; end: number }>();
  return {
    next(kind) {
      const have = hand.get(kind);
      if (!have || have.next >= have.end) throw new NeedNumbers(kind);
      return have.next++;
    },
    async fetch(kind) {
      const { rows } = await pool.query<{ next: string }>(
        'insert into numbers (kind, next) values ($1, 1 + $2::bigint) on conflict (kind) do update set next = numbers.next + $2::bigint returning next',
        [kind, block],
      );
      const end = Number(rows[0]!.next);
      hand.set(kind, { next: end - block, end });
    },
    async reserve(kind, number) {
      const have = hand.get(kind);
      if (have && number < have.end && number >= have.next) hand.delete(kind);
      await pool.query(
        'insert into numbers (kind, next) values ($1, $2::bigint + 1) on conflict (kind) do update set next = greatest(numbers.next, $2::bigint + 1)',
        [kind, number],
      );
    },
  };
}
