import type { Pool } from 'pg';
import { migrate } from '#server/store/migrate.ts';
import { openPool } from './connections.ts';
import { freshDatabase, type Template } from './database.ts';

export interface FreshStore {
  readonly url: string;
  readonly pool: Pool;
  close(): Promise<void>;
}

const emptyStore: Template = {
  name: 'empty_store',
  async prepare(url) {
    const pool = openPool(url, { max: 1 });
    try {
      await migrate(pool);
    } finally {
      await pool.end();
    }
  },
};

/** A store of its own with empty tables, for tests of code that needs the store but no server. */
export async function freshStore(connections = 6): Promise<FreshStore> {
  const database = await freshDatabase(emptyStore);
  const pool = openPool(database.url, { max: connections });
  return {
    url: database.url,
    pool,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
