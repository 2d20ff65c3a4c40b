import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '#tests/kit/checker.ts';
import { openPool } from '#tests/kit/connections.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { until } from '#tests/kit/feed-client.ts';
import { startServer } from '#tests/kit/process-server.ts';
import { json, openStub, type StubService } from '#tests/kit/stub-service.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

/**
 * P01, P40: a server is killed just before it sends a command to a service, and just after the answer:
 * outbox.read and outbox.sent. The next start asks the service what it has; nothing is sent twice, nothing
 * stays open.
 */
let database: FreshDatabase;
let pool: Pool;
let stub: StubService;
const stored = new Map<string, number>();
const posts = new Map<string, number>();
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.url, { max: 2 });
  pool.on('error', (error) => console.error(`The test lost a connection: ${error.message}`));
  stub = await openStub((request, response, url, body) => {
    if (!url.pathname.endsWith('/StoreCustomer')) return json(response, 200, []);
    if (request.method !== 'POST') {
      const key = url.searchParams.get('iSignupId');
      if (key === null) return json(response, 200, []);
      return json(response, 200, stored.has(key) ? [{ iSignupId: key, iCustomerId: stored.get(key) }] : []);
    }
    const command = JSON.parse(body) as Record<string, unknown>;
    const key = String(command['iSignupId']);
    posts.set(key, (posts.get(key) ?? 0) + 1);
    if (!stored.has(key)) stored.set(key, 7_000 + stored.size);
    return json(response, 200, { ...command, iCustomerId: stored.get(key) });
  });
  // Creates the tables.
  await (await startServer(env())).kill('SIGTERM');
});
const env = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  SERVICE_CUSTOMER_URL: stub.url,
  POLL_SECONDS: '1',
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
  await stub?.close();
});

let made = 0;
/** Commands in the outbox, as the log's events put them there. */
async function commands(n: number): Promise<string[]> {
  const keys = Array.from(
    { length: n },
    () => `console-9${String((made += 1)).padStart(5, '0')}-${Date.now()}`,
  );
  const body = (key: string): string => JSON.stringify({ iSignupId: key, vCustFname: 'Anita' });
  await pool.query(
    "insert into source_outbox (id, service, operation, key, stream, body, next_at, made_at) select id, 'customer', 'storeCustomer', key, ties, body, now(), now() from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as o (id, key, ties, body)",
    [
      keys.map((key) => `test-${key}`),
      keys,
      keys.map((key) => JSON.stringify({ entity: 'customer', stream: `customer-${key}` })),
      keys.map(body),
    ],
  );
  return keys;
}

for (const place of ['outbox.read', 'outbox.sent'] as const)
  test(
    `killed at ${place}, ${count('pointKills')} times: each command arrives once`,
    async () => {
      const keys: string[] = [];
      for (let kill = 0; kill < count('pointKills'); kill += 1) {
        // The killed node's lease to send expires by itself in 10 s; the test waits for that once, at the
        // end.
        await pool.query('update leader_leases set until = clock_timestamp()');
        keys.push(...(await commands(3)));
        const server = await startServer({ ...env(), FAILPOINT: `${place}:kill@${1 + (kill % 3)}` });
        try {
          await until('killed', async () => {
            if (server.child.exitCode !== null || server.child.signalCode !== null) return true;
            keys.push(...(await commands(1)));
            await new Promise((resolve) => setTimeout(resolve, 300));
            return false;
          });
        } finally {
          await server.kill();
        }
        expect(server.child.signalCode).toBe('SIGKILL');
        expect(server.output()).toContain(`failpoint ${place} kill`);
      }
      const cut = await pool.query(
        "select key from source_outbox where state = 'sending' and key = any($1)",
        [keys],
      );
      expect(cut.rowCount).toBeGreaterThan(0);
      await pool.query('update source_outbox set next_at = now() where key = any($1)', [keys]);
      const again = await startServer(env());
      try {
        await until(
          'nothing is open',
          async () =>
            (await pool.query("select 1 from source_outbox where state <> 'done' and key = any($1)", [keys]))
              .rowCount === 0,
        );
      } finally {
        await again.kill('SIGTERM');
      }
      for (const key of keys) expect(posts.get(key), `${place} ${key}`).toBe(1);
      const tied = await pool.query(
        "select 1 from source_ids where service = 'customer' and stream = any($1)",
        [keys.map((key) => `customer-${key}`)],
      );
      expect(tied.rowCount).toBe(keys.length);
      expect(await violations(database.url)).toEqual([]);
    },
    limitFor('pointKills'),
  );
