import pg from 'pg';

/** A connection that breaks says so twice: to its query, where it counts, and as an event that ends the process when nobody listens. */
const ignored = (): void => undefined;

/** A pool of a test, whose database may go away at any time. */
export function openPool(url: string, options: Omit<pg.PoolConfig, 'connectionString'> = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, ...options });
  pool.on('error', ignored);
  pool.on('connect', (client) => client.on('error', ignored));
  return pool;
}

/** One connection of a test, open, whose database may go away at any time. */
export async function openConnection(
  url: string,
  options: Omit<pg.ClientConfig, 'connectionString'> = {},
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...options });
  client.on('error', ignored);
  await client.connect();
  return client;
}
