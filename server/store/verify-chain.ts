import type { Pool } from 'pg';
import { beginnings, walk } from './chain-walk.ts';

export type ChainVerdict =
  | { readonly ok: true; readonly events: number }
  | { readonly ok: false; readonly position: number };
interface Head {
  readonly position: number;
  readonly hash: Buffer;
}

const page = 5_000;

/**
 * Walks the whole log, recomputes its hash chain and checks that it ends at its head, also while it grows;
 * names the first position that does not match.
 */
export async function verifyChain(pool: Pick<Pool, 'query'>): Promise<ChainVerdict> {
  const head = await headOf(pool);
  let at = beginnings.log;
  for (;;) {
    // A page ends at the head that was read first, so that the two can be compared.
    const limit = at.position < head.position ? Math.min(page, head.position - at.position) : page;
    const walked = await walk(pool, 'log', at, limit);
    if (!walked.ok) return walked;
    at = walked.to;
    // The rows up to here match each other: what followed them is missing.
    if (at.position === head.position && head.position > 0 && !at.hash.equals(head.hash))
      return { ok: false, position: at.position + 1 };
    if (walked.rows < limit) break;
  }
  const { position } = at;
  if (position < head.position) return { ok: false, position: position + 1 };
  // Concurrent appends have moved the head by now; rows beyond it were inserted by someone else.
  const now = await headOf(pool);
  return now.position < position ? { ok: false, position: now.position + 1 } : { ok: true, events: position };
}

async function headOf(pool: Pick<Pool, 'query'>): Promise<Head> {
  const { rows } = await pool.query<{ position: string; hash: Buffer }>(
    'select position, hash from log_head',
  );
  return { position: Number(rows[0]!.position), hash: rows[0]!.hash };
}
