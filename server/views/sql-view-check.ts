import type { Pool, PoolClient } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { newEpoch } from './stored-view.ts';
import { applyBatch, tableName, type SqlViewDef } from './sql-view.ts';

export interface FoldedAgain {
  readonly rows: number;
  /** The hash of all rows of all its tables. */
  readonly before: string;
  readonly after: string;
}

const batch = 500;

/**
 * Folds an SQL view again up to the position of the tables in use, in a transaction that is rolled back: it
 * sees those tables as of its beginning, even while they are written. Null when there is nothing to compare:
 * the view was never built, or its tables are of another version and the next start rebuilds them.
 */
export async function foldAgain(
  pool: Pool,
  def: SqlViewDef,
  readUpTo: (position: number, upTo: number, streams: readonly string[]) => Promise<StoredEvent[]>,
): Promise<FoldedAgain | null> {
  return inTransaction(
    pool,
    async (client) => {
      const inUse = (
        await client.query<{ version: number; epoch: string; position: string }>(
          'select version, epoch, position from sql_views where name = $1',
          [def.name],
        )
      ).rows[0];
      return inUse?.version === def.version
        ? compared(client, def, { epoch: inUse.epoch, position: Number(inUse.position) }, readUpTo)
        : null;
    },
    { oneInstant: true, takeBack: true },
  );
}

async function compared(
  client: PoolClient,
  def: SqlViewDef,
  inUse: { readonly epoch: string; readonly position: number },
  readUpTo: Parameters<typeof foldAgain>[2],
): Promise<FoldedAgain> {
  const names = Object.keys(def.tables);
  const held = names.map((name) => tableName(name, inUse.epoch));
  // A node that rebuilds them meanwhile cannot drop these before the check has ended.
  await client.query(`lock table ${held.join(', ')} in access share mode`);
  const epoch = newEpoch();
  const table = (name: string): string => tableName(name, epoch);
  for (const [name, make] of Object.entries(def.tables)) await client.query(make.table(table(name)));
  for (let at = 0; ;) {
    const events = await readUpTo(at, inUse.position, def.streams);
    if (events.length === 0) break;
    for (let i = 0; i < events.length; i += batch)
      await applyBatch(def, events.slice(i, i + batch), { client, table });
    at = events[events.length - 1]!.position;
  }
  const before = await hashOf(client, held);
  const after = await hashOf(client, names.map(table));
  return { rows: after.rows, before: before.hash, after: after.hash };
}

async function hashOf(
  client: PoolClient,
  tables: readonly string[],
): Promise<{ rows: number; hash: string }> {
  const each = tables.map(
    (one) => `select md5('${one.replace(/_[a-z0-9]+$/, '')}' || t::text) as line from ${one} t`,
  );
  const { rows } = await client.query<{ rows: string; hash: string | null }>(
    `select count(*) as rows, md5(string_agg(line, '' order by line)) as hash from (${each.join(' union all ')}) as lines`,
  );
  return { rows: Number(rows[0]!.rows), hash: rows[0]!.hash ?? '' };
}
