import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';

export type ChainVerdict = { readonly ok: true; readonly events: number } | { readonly ok: false; readonly position: number };

const page = 5_000;

/** Walks the whole log and recomputes its hash chain, as it stood at one instant, also while it grows; names the first position that does not fit. */
export async function verifyChain(pool: Pool): Promise<ChainVerdict> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const verdict = await walk(client);
    await client.query('commit');
    client.release();
    return verdict;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function walk(client: ClientBase): Promise<ChainVerdict> {
  let chain = createHash('sha256').update('ops-console').digest();
  let position = 0;
  for (;;) {
    const { rows } = await client.query<{ position: string; stream: string; version: number; id: string; type: string; at: Date; body: string; hash: Buffer }>(
      'select position, stream, version, id, type, at, body, hash from events where position > $1 order by position limit $2',
      [position, page],
    );
    for (const row of rows) {
      position += 1;
      if (Number(row.position) !== position) return { ok: false, position };
      const text = [row.position, row.stream, row.version, row.id, row.type, row.at.toISOString(), row.body].join('\n');
      chain = createHash('sha256').update(chain).update(text, 'utf8').digest();
      if (!chain.equals(row.hash)) return { ok: false, position };
    }
    if (rows.length < page) break;
  }
  const head = (await client.query<{ position: string; hash: Buffer }>('select position, hash from log_head')).rows[0]!;
  if (Number(head.position) !== position || (position > 0 && !head.hash.equals(chain))) return { ok: false, position: position + 1 };
  return { ok: true, events: position };
}
