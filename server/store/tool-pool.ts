import { Pool } from 'pg';

/**
 * A pool for a command-line tool. An idle connection may see the embedded server stop before it is closed
 * itself, which is no error.
 */
export function openToolPool(connectionString: string, max: number): Pool {
  const pool = new Pool({ connectionString, max });
  pool.on('error', (error) => {
    if (!pool.ending) console.error(error.message);
  });
  return pool;
}
