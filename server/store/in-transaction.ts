import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` in a transaction. A connection on which something failed is not reused. `last`: a statement
 * sent in one message with the commit, so that its locks are released without waiting for this process.
 * `idleMs`: a process that blocks for longer while it holds the transaction loses it. `oneInstant`: the
 * transaction reads one snapshot from its beginning. `takeBack`: rolls back, also on success.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  more: {
    readonly idleMs?: number;
    readonly last?: (client: PoolClient) => readonly string[];
    readonly oneInstant?: boolean;
    readonly takeBack?: boolean;
  } = {},
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(
      `begin${more.oneInstant ? ' isolation level repeatable read' : ''}${more.idleMs === undefined ? '' : `; set local idle_in_transaction_session_timeout = ${more.idleMs}`}`,
    );
    const done = await work(client);
    await client.query([...(more.last?.(client) ?? []), more.takeBack ? 'rollback' : 'commit'].join('; '));
    client.release();
    return done;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
