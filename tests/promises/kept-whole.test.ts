import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backup } from '#server/operations/backup.ts';
import { rebuild } from '#server/operations/rebuild.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { openTestServer } from '#tests/kit/server.ts';

test('P08: every stored view is folded again and compared, those without a screen too', async () => {
  const t = await openTestServer();
  try {
    await t.server.views.save();
    const { pool } = t.server;
    const kept = await pool.query<{ name: string }>(
      'select name from views union select name from sql_views',
    );
    const { views } = await rebuild(pool, { switch: false });
    expect(views.map(({ view }) => view).toSorted()).toEqual(kept.rows.map(({ name }) => name).toSorted());
    expect(views.filter(({ rows }) => rows === 0).map(({ view }) => view)).not.toContain('masterRows');
    expect(views.filter(({ equal }) => !equal)).toEqual([]);
    await pool.query(
      "update view_rows set row = replace(row, '2026', '2025') where view = 'service-attendance'",
    );
    await pool.query(
      "update master_rows set name = name || '!' where (kind, id) in (select kind, id from master_rows order by kind, id limit 1)",
    );
    await pool.query(
      'delete from search_rows where (kind, id) in (select kind, id from search_rows limit 1)',
    );
    const differing = async (options: { switch: boolean }): Promise<string[]> =>
      (await rebuild(pool, options)).views.filter(({ equal }) => !equal).map(({ view }) => view);
    expect((await differing({ switch: true })).toSorted()).toEqual([
      'masterRows',
      'searchRows',
      'service-attendance',
    ]);
    expect(await differing({ switch: false })).toEqual([]);
    const tables = await pool.query("select 1 from pg_tables where tablename like 'search_rows_%'");
    expect(tables.rows).toHaveLength(1);
  } finally {
    await t.close();
  }
});

test('P32: an uploaded file is in the backup, even when the data is not in the configured directory', async () => {
  const dataDir = temporaryFolder('ops-elsewhere-');
  const t = await openTestServer({ dataDir });
  try {
    const agent = await t.signIn('agent1');
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4 a page'], { type: 'application/pdf' }), 'scan.pdf');
    const answer = await fetch(`${t.url}/file`, {
      method: 'POST',
      headers: { cookie: agent.cookie, authtoken: agent.token },
      body: form,
    });
    expect(answer.status).toBe(201);
    const written = await backup({
      url: t.databaseUrl,
      dataDir,
      to: join(dataDir, 'whole.backup'),
      seal: null,
      now: Date.now(),
    });
    // The demo's files were stored in another test server's folder.
    expect(written.files).toBe(1);
  } finally {
    await t.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
