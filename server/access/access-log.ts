import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Clock } from '../core/parts.ts';
import { inTransaction } from '../store/in-transaction.ts';

/**
 * What happened at sign-in and at the routes: never a password, a token or a revealed value, only their
 * names.
 */
export interface AccessEntry {
  readonly action:
    | 'signIn'
    | 'signInFailed'
    | 'signOut'
    | 'passwordChanged'
    | 'sessionRevoked'
    | 'sessionEnded'
    | 'devicePaired'
    | 'deviceRevoked'
    | 'pairingMade'
    | 'ticketMade'
    | 'ticketUsed'
    | 'secondFactorSet'
    | 'secondFactorRemoved'
    | 'searched'
    | 'denied';
  readonly result: 'allow' | 'deny';
  readonly empId: number | null;
  readonly name?: string;
  readonly sessionId?: string | null;
  readonly ip: string;
  readonly device?: string;
  readonly objectType?: string;
  readonly objectId?: string;
  readonly reason?: string;
  readonly correlationId?: string;
}

export type Record = (entry: AccessEntry) => Promise<void>;

/** A change of credentials, sessions or devices, in progress. */
export interface AccessChange {
  readonly client: PoolClient;
  /**
   * Adds an entry that is committed with the change or not at all. Entries are sent to the store together
   * with the commit, so that nobody waits for them before that.
   */
  note(entry: AccessEntry): void;
  /** Runs after the commit. */
  afterwards(effect: () => void): void;
}
export type MakeChange = <T>(work: (change: AccessChange) => Promise<T>) => Promise<T>;

export interface AccessLog {
  readonly record: Record;
  readonly change: MakeChange;
}

/** `noted` is called after entries were written. */
export function openAccessLog(pool: Pool, clock: Clock, noted: () => void = () => undefined): AccessLog {
  return {
    async record(entry) {
      await pool.query('select access_log_append($1, $2)', [new Date(clock.now()), JSON.stringify(entry)]);
      noted();
    },
    async change(work) {
      const entries: AccessEntry[] = [];
      const effects: (() => void)[] = [];
      const done = await inTransaction(
        pool,
        (client) =>
          work({
            client,
            note: (entry) => void entries.push(entry),
            afterwards: (effect) => void effects.push(effect),
          }),
        {
          idleMs: 10_000,
          last: (client) => {
            const at = `'${new Date(clock.now()).toISOString()}'::timestamptz`;
            return entries.map(
              (entry) => `select access_log_append(${at}, ${client.escapeLiteral(JSON.stringify(entry))})`,
            );
          },
        },
      );
      for (const effect of effects) effect();
      if (entries.length > 0) noted();
      return done;
    },
  };
}

export async function readAccessLog(
  pool: Pool,
  before: number | null,
  limit: number,
): Promise<(AccessEntry & { readonly position: number; readonly at: string })[]> {
  const { rows } = await pool.query<{ position: string; at: Date; body: string }>(
    'select position, at, body from access_log where $1::bigint is null or position < $1 order by position desc limit $2',
    [before, limit],
  );
  return rows.map((row) => ({
    position: Number(row.position),
    at: row.at.toISOString(),
    ...(JSON.parse(row.body) as AccessEntry),
  }));
}

interface Head {
  readonly position: number;
  readonly hash: Buffer;
}

async function headOf(pool: Pool): Promise<Head> {
  const { rows } = await pool.query<{ position: string; hash: Buffer }>(
    'select position, hash from access_log_head',
  );
  return { position: Number(rows[0]?.position ?? 0), hash: rows[0]?.hash ?? Buffer.alloc(0) };
}

/**
 * Walks the whole chain and checks that it ends at its head, also while it grows; returns the first position
 * that does not match, or null.
 */
export async function firstBreakInAccessLog(pool: Pool): Promise<number | null> {
  const head = await headOf(pool);
  let last = createHash('sha256').update('access').digest();
  let expected = 1;
  if (head.position === 0 && !head.hash.equals(last)) return 1;
  for (;;) {
    const { rows } = await pool.query<{
      position: string;
      at: Date;
      body: string;
      prev_hash: Buffer;
      hash: Buffer;
    }>(
      'select position, at, body, prev_hash, hash from access_log where position >= $1 order by position limit 1000',
      [expected],
    );
    if (rows.length === 0) break;
    for (const row of rows) {
      const hash = createHash('sha256')
        .update(last)
        .update(`${expected}:${row.at.getTime()}:${row.body}`)
        .digest();
      if (Number(row.position) !== expected || !row.prev_hash.equals(last) || !row.hash.equals(hash))
        return expected;
      if (expected === head.position && !hash.equals(head.hash)) return expected;
      last = hash;
      expected += 1;
    }
  }
  if (expected <= head.position) return expected;
  const now = await headOf(pool);
  return now.position < expected - 1 ? now.position + 1 : null;
}
