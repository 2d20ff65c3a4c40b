import type { Pool, PoolClient } from 'pg';

/**
 * What `work` writes stands as a whole or not at all. A line on which something failed is not used again. `last`, what goes to the store
 * in one message with the end: what it locks is let go without waiting for this process.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>, last?: (client: PoolClient) => readonly string[]): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const done = await work(client);
    await client.query([...(last?.(client) ?? []), 'commit'].join('; '));
    client.release();
    return done;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
