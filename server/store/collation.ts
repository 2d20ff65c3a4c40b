import type { Pool } from 'pg';

/**
 * Makes the indexes in the order of texts anew when the library that sorts has another version than they were
 * made with: an index in another order would lose rows. Returns whether it has.
 */
export async function refreshCollation(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock(7320)');
    const { rows } = await client.query<{ oid: string; made: string | null; now: string }>(
      "select oid, obj_description(oid, 'pg_collation') as made, pg_collation_actual_version(oid) as now from pg_collation where collname = 'texts'",
    );
    const { oid, made, now } = rows[0]!;
    if (made === now) return false;
    const indexes = await client.query<{ name: string }>(
      'select indexrelid::regclass::text as name from pg_index where $1 = any(indcollation)',
      [oid],
    );
    for (const { name } of indexes.rows) await client.query(`reindex index ${name}`);
    await client.query(
      `alter collation texts refresh version; comment on collation texts is ${client.escapeLiteral(now)}`,
    );
    return true;
  } finally {
    await client.query('select pg_advisory_unlock(7320)').finally(() => client.release());
  }
}
