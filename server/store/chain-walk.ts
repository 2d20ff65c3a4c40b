import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { chains, type Chain, type Checkpoint } from './chains.ts';

interface Row {
  readonly position: string;
  readonly hash: Buffer;
  readonly at: Date;
  readonly body: string;
}
interface LogRow extends Row {
  readonly stream: string;
  readonly version: number;
  readonly id: string;
  readonly type: string;
}

const start = (word: string): Checkpoint => ({
  position: 0,
  hash: createHash('sha256').update(word).digest(),
});
/** The initial value before the first row of each chain. */
export const beginnings: Readonly<Record<Chain, Checkpoint>> = {
  log: start('ops-console'),
  access: start('access'),
};

const columns = {
  log: 'position, stream, version, id, type, at, body, hash',
  access: 'position, at, body, hash',
} as const;
const textOf = {
  log: (row: LogRow): string =>
    [row.position, row.stream, row.version, row.id, row.type, row.at.toISOString(), row.body].join('\n'),
  access: (row: Row): string => `${row.position}:${row.at.getTime()}:${row.body}`,
};

export type Walked =
  | { readonly ok: true; readonly to: Checkpoint; readonly rows: number }
  | { readonly ok: false; readonly position: number };

/**
 * Recomputes the hashes of the next rows of a chain after a checkpoint; names the first position that does
 * not follow from it.
 */
export async function walk(
  pool: Pick<Pool, 'query'>,
  chain: Chain,
  from: Checkpoint,
  limit: number,
): Promise<Walked> {
  const { rows } = await pool.query<LogRow>(
    `select ${columns[chain]} from ${chains[chain].rows} where position > $1 order by position limit $2`,
    [from.position, limit],
  );
  let { position, hash } = from;
  for (const row of rows) {
    position += 1;
    hash = createHash('sha256').update(hash).update(textOf[chain](row), 'utf8').digest();
    if (Number(row.position) !== position || !hash.equals(row.hash)) return { ok: false, position };
  }
  return { ok: true, to: { position, hash }, rows: rows.length };
}
