import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backup } from '#server/operations/backup.ts';
import { restore } from '#server/operations/restore.ts';
import { sealOf } from '#server/operations/seal.ts';
import { copied, left, sealed } from '#server/operations/tables.ts';
import { rebuild } from '#server/operations/rebuild.ts';
import { firstBreakInAccessLog } from '#server/access/access-log.ts';
import { checkSeals, sealKeys } from '#server/store/seals.ts';
import { migrate } from '#server/store/migrate.ts';
import { verifyChain } from '#server/store/verify-chain.ts';
import { openPool } from '#tests/kit/connections.ts';
import { until } from '#tests/kit/feed-client.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { whole } from '#tests/kit/sampled.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

/** P32: restore works. The backup is taken while the server is at work. */
let t: TestServer;
let folder: string;
const storeKey = randomBytes(32);
const fresh: FreshDatabase[] = [];
const empty = async (): Promise<string> => {
  const database = await freshDatabase();
  fresh.push(database);
  return database.url;
};
beforeAll(async () => {
  folder = temporaryFolder('ops-backup-');
  t = await openTestServer({ env: { SECOND_FACTOR_KEY: storeKey.toString('base64') } });
});
afterAll(async () => {
  await t?.close();
  for (const database of fresh) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('every table of the migrations is copied, sealed or deliberately left out', async () => {
  const url = await empty();
  const pool = openPool(url, { max: 2 });
  await migrate(pool);
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  await pool.end();
  expect([...copied, ...sealed, ...left].toSorted()).toEqual(rows.map((row) => row.name));
});

test('P32: a backup taken under load restores into an empty store: the chain is whole, views are equal, everything acknowledged before it is there, and people can sign in', async () => {
  const key = join(folder, 'key');
  writeFileSync(key, 'k'.repeat(48));
  const dataDir = join(folder, 'source');
  mkdirSync(join(dataDir, 'files'), { recursive: true });
  const bytes = Buffer.from([0xff, 0xd8, 0xff, 10, 92, 46, 10, 0]);
  writeFileSync(join(dataDir, 'files', 'paper'), bytes);
  await t.server.pool.query(
    "insert into files (id, name, kind, bytes, sha256, made_at) values ('paper', 'a.jpg', 'image/jpeg', 8, 'x', now())",
  );

  const odd = 'tab\t, line\n, return\r, \u2028, \\N, \\. and "quotes"';
  await t.server.pool.query(
    "insert into outbox_messages (key, partner, recipient, body, at) values ('odd', 'sms', '1', $1, now())",
    [odd],
  );

  const agent = await t.signIn('agent1');
  let over = false;
  let answered = 0;
  const drivers = Array.from({ length: whole ? 4 : 1 }, async () => {
    while (!over) {
      const { status } = await agent.command('signup-new', 'start', {
        pooId: 1,
        applicant: { name: 'Anita Rao' },
      });
      expect(status).toBe(200);
      answered += 1;
    }
  });
  await until('under load', () => answered >= 30);
  const before = t.server.log.head();
  await t.server.sealer.seal();
  const to = join(folder, 'whole.backup');
  const written = await backup({ url: t.databaseUrl, dataDir, to, seal: sealOf(key), now: Date.now() });
  const during = answered;
  await until('still answering', () => answered > during + 4);
  over = true;
  await Promise.all(drivers);
  expect(written.position).toBeGreaterThanOrEqual(before);
  expect(written.position).toBeLessThan(t.server.log.head());

  const url = await empty();
  const restored = await restore({ url, dataDir: join(folder, 'target'), from: to, seal: sealOf(key) });
  expect(restored).toMatchObject({ rows: written.rows, files: 1, head: { position: written.position } });
  expect(readFileSync(join(folder, 'target', 'files', 'paper')).equals(bytes)).toBe(true);
  const pool = openPool(url, { max: 2 });
  expect((await pool.query("select body from outbox_messages where key = 'odd'")).rows).toEqual([
    { body: odd },
  ]);
  expect(await verifyChain(pool)).toEqual({ ok: true, events: written.position });
  expect(await firstBreakInAccessLog(pool)).toBeNull();
  for (const chain of ['log', 'access'] as const)
    expect(await checkSeals(pool, chain, sealKeys([storeKey]))).toMatchObject({
      ok: true,
      position: expect.toSatisfy((at: number) => at > 0),
    });
  expect((await rebuild(pool, { switch: false })).views.filter((view) => !view.equal)).toEqual([]);
  await pool.end();

  const again = await openTestServer({ databaseUrl: url });
  try {
    const same = await again.signIn('agent1');
    expect(
      (await same.command('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } })).status,
    ).toBe(200);
    // The old session was not restored.
    expect((await agent.at(again.url).get('/access/me')).status).toBe(401);
    expect((await agent.get('/access/me')).status).toBe(200);
  } finally {
    await again.close();
  }
});

test('without a key no password is exported; with a key none is exported in clear', async () => {
  const key = join(folder, 'key2');
  writeFileSync(key, 'q'.repeat(48));
  const { rows } = await t.server.pool.query<{ password: string }>('select password from access_credentials');
  expect(rows.length).toBeGreaterThan(10);
  const { rows: sessions } = await t.server.pool.query<{ hash: string }>(
    "select encode(cookie_hash, 'hex') as hash from access_sessions",
  );
  for (const seal of [null, sealOf(key)]) {
    const to = join(folder, `secrets-${seal ? 'sealed' : 'none'}`);
    await backup({ url: t.databaseUrl, dataDir: folder, to, seal, now: Date.now() });
    const text = gunzipSync(readFileSync(to)).toString('utf8');
    expect(text).not.toContain('$argon2id$');
    for (const { password } of rows) expect(text.includes(password)).toBe(false);
    for (const { hash } of sessions) expect(text.includes(hash)).toBe(false);
  }
  await expect(
    restore({ url: await empty(), dataDir: folder, from: join(folder, 'secrets-sealed'), seal: null }),
  ).rejects.toThrow('--key');
  writeFileSync(key, 'z'.repeat(48));
  await expect(
    restore({ url: await empty(), dataDir: folder, from: join(folder, 'secrets-sealed'), seal: sealOf(key) }),
  ).rejects.toThrow('does not open');
});

test('a backup whose instant the store could not record is complete, and says so', async () => {
  const url = await empty();
  const pool = openPool(url, { max: 2 });
  await migrate(pool);
  await pool.query(
    "create function refuse() returns trigger language plpgsql as 'begin raise exception ''marks are shut''; end'",
  );
  await pool.query('create trigger shut before insert or update on marks execute function refuse()');
  const to = join(folder, 'unmarked');
  const done = await backup({ url, dataDir: folder, to, seal: null, now: Date.now() });
  await pool.end();
  expect(done.unmarked).toBe('marks are shut');
  expect(gunzipSync(readFileSync(to)).toString('utf8')).toContain(done.sha256);
});

test('a backup that was changed or cut off, or a target store in use, is refused, and nothing is written', async () => {
  const good = join(folder, 'secrets-none');
  const bytes = readFileSync(good);
  const text = gunzipSync(bytes);
  const spoiled: Record<string, Buffer> = {
    changed: gzipSync(Buffer.from(text.toString('latin1').replace('Asha', 'Usha'), 'latin1')),
    'last line missing': gzipSync(text.subarray(0, text.length - 20)),
    'cut off': bytes.subarray(0, bytes.length - 500),
    'no backup': gzipSync(Buffer.from('hello\n')),
  };
  const url = await empty();
  for (const [name, content] of Object.entries(spoiled)) {
    const from = join(folder, 'spoiled');
    writeFileSync(from, content);
    await expect(restore({ url, dataDir: folder, from, seal: null }), name).rejects.toThrow(/backup/);
  }
  appendFileSync(join(folder, 'spoiled'), 'more');
  await expect(restore({ url: t.databaseUrl, dataDir: folder, from: good, seal: null })).rejects.toThrow(
    'not empty',
  );
  await restore({ url, dataDir: folder, from: good, seal: null });
  await expect(restore({ url, dataDir: folder, from: good, seal: null })).rejects.toThrow('not empty');
});
