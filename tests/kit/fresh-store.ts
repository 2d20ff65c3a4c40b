import type { Pool } from 'pg';
import { migrate } from '#server/store/migrate.ts';
import { openPool } from './connections.ts';
import { freshDatabase } from './database.ts';

export interface FreshStore {
  readonly url: string;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** A store of its own with empty tables, for tests of code that needs the store but no server. */
export async function freshStore(connections = 6): Promise<FreshStore> {
  const database = await freshDatabase();
  const pool = openPool(database.url, { max: connections });
  await migrate(pool);
  return {
    url: database.url,
    pool,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
