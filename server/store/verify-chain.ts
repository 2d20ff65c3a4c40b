import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

export type ChainVerdict = { readonly ok: true; readonly events: number } | { readonly ok: false; readonly position: number };
interface Head {
  readonly position: number;
  readonly hash: Buffer;
}

const page = 5_000;

/** Walks the whole log, recomputes its hash chain and looks whether it ends where its head says, also while it grows; names the first position that does not fit. */
export async function verifyChain(pool: Pick<Pool, 'query'>): Promise<ChainVerdict> {
  const head = await headOf(pool);
  let chain = createHash('sha256').update('ops-console').digest();
  let position = 0;
  for (;;) {
    const { rows } = await pool.query<{ position: string; stream: string; version: number; id: string; type: string; at: Date; body: string; hash: Buffer }>(
      'select position, stream, version, id, type, at, body, hash from events where position > $1 order by position limit $2',
      [position, page],
    );
    for (const row of rows) {
      position += 1;
      if (Number(row.position) !== position) return { ok: false, position };
      const text = [row.position, row.stream, row.version, row.id, row.type, row.at.toISOString(), row.body].join('\n');
      chain = createHash('sha256').update(chain).update(text, 'utf8').digest();
      if (!chain.equals(row.hash)) return { ok: false, position };
      // The rows up to here fit each other: it is what came after them that is gone.
      if (position === head.position && !chain.equals(head.hash)) return { ok: false, position: position + 1 };
    }
    if (rows.length < page) break;
  }
  if (position < head.position) return { ok: false, position: position + 1 };
  // What was written meanwhile has its head by now; rows behind it were put there by somebody else.
  const now = await headOf(pool);
  return now.position < position ? { ok: false, position: now.position + 1 } : { ok: true, events: position };
}

async function headOf(pool: Pick<Pool, 'query'>): Promise<Head> {
  const { rows } = await pool.query<{ position: string; hash: Buffer }>('select position, hash from log_head');
  return { position: Number(rows[0]!.position), hash: rows[0]!.hash };
}
