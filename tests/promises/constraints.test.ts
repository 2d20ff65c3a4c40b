import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';

/**
 * Constraints of the tables themselves, for every writer: a second event at one version, a second message
 * under one key, a second answer to one command.
 */
let store: FreshStore;
let pool: Pool;
beforeAll(async () => {
  store = await freshStore(2);
  pool = store.pool;
  await pool.query(
    "insert into events (position, stream, version, id, name, type, at, body, hash) values (1, 'pot-1', 1, 'a', 'pot', 'CoinAdded', now(), '{}', '')",
  );
  await pool.query("insert into source_keys values ('lead:lead:1:1', 1)");
  await pool.query("insert into commands values ('00000000-0000-4000-8000-000000000001', '', '{}', 1)");
  await pool.query(
    "insert into inbox (service, webhook_id, outcome, received_at) values ('lead', 'msg_1', 'applied', now())",
  );
  await pool.query("insert into source_ids values ('lead', 'lead', '1', 'lead-1')");
});
afterAll(async () => {
  await store.close();
});

const uniqueViolation = '23505';
test.each([
  [
    'a version of a stream',
    "insert into events (position, stream, version, id, name, type, at, body, hash) values (2, 'pot-1', 1, 'b', 'pot', 'CoinAdded', now(), '{}', '')",
  ],
  [
    'a position',
    "insert into events (position, stream, version, id, name, type, at, body, hash) values (1, 'pot-2', 1, 'c', 'pot', 'CoinAdded', now(), '{}', '')",
  ],
  [
    'the id of an event',
    "insert into events (position, stream, version, id, name, type, at, body, hash) values (2, 'pot-2', 1, 'a', 'pot', 'CoinAdded', now(), '{}', '')",
  ],
  ['the key of a source message', "insert into source_keys values ('lead:lead:1:1', 2)"],
  [
    'the key of a command',
    "insert into commands values ('00000000-0000-4000-8000-000000000001', '', '{}', 2)",
  ],
  [
    'the id of a webhook',
    "insert into inbox (service, webhook_id, outcome, received_at) values ('lead', 'msg_1', 'applied', now())",
  ],
  ['the stream of an outside thing', "insert into source_ids values ('lead', 'lead', '1', 'lead-2')"],
  ['the outside thing of a stream', "insert into source_ids values ('lead', 'lead', '2', 'lead-1')"],
])('%s is unique', async (_what, statement) => {
  await expect(pool.query(statement)).rejects.toMatchObject({ code: uniqueViolation });
});
