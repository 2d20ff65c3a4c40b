import pg from 'pg';

/**
 * Runs work that only one process may do on a store at a time; a second process waits for the first. `lock`
 * is the number of an advisory lock.
 */
export async function aloneInStore(
  databaseUrl: string,
  lock: number,
  work: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A broken connection releases the lock; `work` meets the same outage and reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await work();
  } finally {
    await client.end();
  }
}
