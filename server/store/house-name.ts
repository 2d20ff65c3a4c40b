import type { Pool } from 'pg';

/** What this store is called towards what it shares with others, as a Redis: 16 letters, another one for every database. */
export async function houseName(pool: Pick<Pool, 'query'>): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "select substr(encode(sha256(convert_to(name || current_database(), 'UTF8')), 'hex'), 1, 16) as name from house_name",
  );
  return rows[0]!.name;
}
