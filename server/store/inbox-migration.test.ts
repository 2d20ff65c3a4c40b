import { readdir, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/kit/database.ts';
import { migrate } from './migrate.ts';

const folder = new URL('./migrations/', import.meta.url);

test('a store from before the inbox keeps its answered webhooks and parked messages in order', async () => {
  const database = await freshDatabase();
  const pool = new Pool({ connectionString: database.url, max: 2 });
  pool.on('error', (error: Error & { code?: string }) => expect(error.code).toBe('57P01'));
  try {
    await migrateBefore(pool, '120_inbox.sql');
    await pool.query(
      "insert into webhook_ids values ('customer', 'msg_1', now(), 'applied'), ('lead', 'msg_2', now(), 'parked')",
    );
    for (const version of [1, 2])
      await pool.query(
        `insert into source_parked (thing, source_key, fact, via, attempts, next_at, log, parked_at)
         values ('lead:lead:1', 'lead:lead:1:' || $1, '{"service":"lead"}', 'webhook', 2 - $1::integer, now(), '[]', now())`,
        [version],
      );
    await migrate(pool);
    const { rows } = await pool.query(
      'select service, webhook_id, source_key, outcome, attempts, next_at is not null as waits from inbox order by id',
    );
    expect(rows).toMatchObject([
      { service: 'customer', webhook_id: 'msg_1', outcome: 'applied', waits: false },
      { service: 'lead', webhook_id: 'msg_2', outcome: 'parked', waits: false },
      { service: 'lead', source_key: 'lead:lead:1:1', outcome: 'parked', attempts: 1, waits: true },
      { service: 'lead', source_key: 'lead:lead:1:2', outcome: 'parked', attempts: 0, waits: true },
    ]);
  } finally {
    await pool.end();
    await database.drop();
  }
});

async function migrateBefore(pool: Pool, end: string): Promise<void> {
  await pool.query(
    'create table migrations (file text primary key, sha256 text not null, at timestamptz not null default clock_timestamp())',
  );
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql') && name < end).sort()) {
    const sql = await readFile(new URL(file, folder), 'utf8');
    await pool.query(sql);
    await pool.query('insert into migrations (file, sha256) values ($1, $2)', [
      file,
      createHash('sha256').update(sql).digest('hex'),
    ]);
  }
}
