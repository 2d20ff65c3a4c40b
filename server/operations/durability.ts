import type { Pool } from 'pg';

/**
 * `power-safe`: an answer is sent after its events are on disk. `crash-safe`: events survive the end of a
 * process, not of the machine. `unsafe`: a crash may corrupt the store.
 */
export type Durability = 'power-safe' | 'crash-safe' | 'unsafe';

/** The durability that the settings of this PostgreSQL give the app's own sessions. */
export async function durabilityOf(
  pool: Pick<Pool, 'query'>,
): Promise<{ mode: Durability; settings: Readonly<Record<string, string>> }> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums')",
  );
  const settings = Object.fromEntries(rows.map((row) => [row.name, row.setting]));
  if (settings['fsync'] !== 'on' || settings['full_page_writes'] !== 'on')
    return { mode: 'unsafe', settings };
  return { mode: settings['synchronous_commit'] === 'off' ? 'crash-safe' : 'power-safe', settings };
}
