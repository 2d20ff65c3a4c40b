import { readdir, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

const folder = new URL('./migrations/', import.meta.url);

/**
 * Runs every migration that this database has not run yet, in order of file name, forward only, under a
 * lock. Throws when a file that already ran has changed.
 */
export async function migrate(pool: Pool): Promise<string[]> {
  const client = await pool.connect();
  const ran: string[] = [];
  try {
    await client.query('select pg_advisory_lock(7310)');
    await client.query(
      'create table if not exists migrations (file text primary key, sha256 text not null, at timestamptz not null default clock_timestamp())',
    );
    const seen = new Map(
      (await client.query<{ file: string; sha256: string }>('select file, sha256 from migrations')).rows.map(
        (row) => [row.file, row.sha256],
      ),
    );
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
      const sql = await readFile(new URL(file, folder), 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      const before = seen.get(file);
      if (before === sha256) continue;
      if (before) throw new Error(`Migration ${file} changed after it ran; write a new one instead.`);
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into migrations (file, sha256) values ($1, $2)', [file, sha256]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(
          `Migration ${file} failed: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        );
      }
      ran.push(file);
    }
  } finally {
    await client.query('select pg_advisory_unlock(7310)').finally(() => client.release());
  }
  return ran;
}
