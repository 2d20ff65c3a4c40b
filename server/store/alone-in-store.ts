import pg from 'pg';

/** Does what no two processes may do at once over one store; a second one waits for the first. `lock`: the number of an advisory lock. */
export async function aloneInStore(databaseUrl: string, lock: number, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A line that breaks gives the lock up; the work meets the same outage by itself and says so.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await work();
  } finally {
    await client.end();
  }
}
