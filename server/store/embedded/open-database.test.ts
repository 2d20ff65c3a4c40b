import { afterAll, expect, test } from 'vitest';
import pg from 'pg';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { serverSettings } from './settings.ts';

const opened: FreshDatabase[] = [];
afterAll(async () => {
  for (const database of opened) await database.drop();
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function fresh(...args: Parameters<typeof freshDatabase>): Promise<string> {
  const database = await freshDatabase(...args);
  opened.push(database);
  return database.url;
}

test('the embedded store is PostgreSQL 18 that syncs every commit; only the server of a test run does not', async () => {
  const rows = await query(
    await fresh(),
    "select current_setting('server_version_num')::int / 10000 as major, current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync",
  );
  expect(rows).toEqual([{ major: 18, fsync: 'off', sync: 'on' }]);
  expect(serverSettings).toMatchObject({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
});

test("the app's role is not a superuser", async () => {
  expect(await query(await fresh(), 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ]);
});

test('a wrong password is refused', async () => {
  const url = (await fresh()).replace(/:[^:@]+@/, ':wrong@');
  await expect(query(url, 'select 1')).rejects.toThrow(/password authentication failed/);
});

test('two databases of one template start equal and diverge', async () => {
  const template = {
    name: 'open-database-test',
    prepare: async (url: string) => void (await query(url, 'create table t as select 1 as n')),
  };
  const [first, second] = [await fresh(template), await fresh(template)];
  await query(first, 'insert into t values (2)');
  expect(await query(first, 'select n from t order by n')).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await query(second, 'select n from t')).toEqual([{ n: 1 }]);
});
