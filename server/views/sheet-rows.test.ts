import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { readInPieces } from './sheet-rows.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());

test('a connection that breaks between two pieces ends the read with an error and nothing else', async () => {
  const pieces = readInPieces(
    database.url,
    { text: 'select n from generate_series(1, 100) as n', values: [] },
    10,
  );
  const first = await pieces.next();
  expect(first.value!.rows).toHaveLength(10);
  const [{ pid }] = await first.value!.query('select pg_backend_pid() as pid', []);
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query('select pg_terminate_backend($1)', [pid]);
  await other.end();
  // No query is pending at this moment: without a listener, the end of the connection would end the thread.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect(pieces.next()).rejects.toThrow(/terminat|not queryable|closed/i);
});
