import type { Pool, PoolClient } from 'pg';

/**
 * What `work` writes stands as a whole or not at all. A line on which something failed is not used again. `last`, what goes to the store
 * in one message with the end: what it locks is let go without waiting for this process. `idleMs`: a process that stands still for longer
 * while it holds the transaction has lost it. `oneInstant`: all of it sees the store as it stood when it began. `takeBack`: nothing of it stands,
 * also when all went well.
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
