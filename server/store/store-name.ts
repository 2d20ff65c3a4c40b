import type { Pool } from 'pg';

/** The name of this store in what it shares with others, such as a Redis: 16 letters, unique per database. */
export async function storeName(pool: Pick<Pool, 'query'>): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "select substr(encode(sha256(convert_to(name || current_database(), 'UTF8')), 'hex'), 1, 16) as name from store_name",
  );
  return rows[0]!.name;
}
