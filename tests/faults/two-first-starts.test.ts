import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { violations } from '#tests/kit/checker.ts';
import { openPool } from '#tests/kit/connections.ts';
import { freshDatabase } from '#tests/kit/database.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn } from '#tests/kit/server.ts';
import { startServer } from '#tests/kit/process-server.ts';
import { bringRedis } from '#tests/kit/redis.ts';

test('two nodes that start at once over one empty database fill the demo once, and both serve it', async () => {
  const [database, redis] = [await freshDatabase(), await bringRedis()];
  const folders = [1, 2].map(() => temporaryFolder('ops-twice-'));
  const pool = openPool(database.url, { max: 1 });
  const starting = folders.map((DATA_DIR) =>
    startServer({ DATABASE_URL: database.url, REDIS_URL: redis.url, DATA_DIR, DEMO: '1' }),
  );
  try {
    const servers = await Promise.all(starting);
    expect(
      servers.filter((server) => server.output().includes('Filling the demo organisation')),
    ).not.toHaveLength(0);
    const [here, there] = await Promise.all(servers.map((server) => signIn(server.url, 'verifier')));
    const rows = async (who: typeof here): Promise<string[]> =>
      (await who!.get('/feeds/queue/signup-queue')).body.rows.map((row: { id: string }) => row.id).sort();
    const queue = await rows(here);
    expect(queue.length).toBeGreaterThan(5);
    await expect.poll(() => rows(there)).toEqual(queue);
    const twice = await pool.query(
      "select body::jsonb->'data'->>'email' as email, count(*) from events where type = 'EmployeeCreated' group by 1 having count(*) > 1",
    );
    expect(twice.rows).toEqual([]);
    for (const server of servers) await server.kill('SIGTERM');
    expect(await violations(database.url, {})).toEqual([]);
  } finally {
    for (const one of await Promise.allSettled(starting))
      if (one.status === 'fulfilled') await one.value.kill();
    await pool.end();
    await redis.stop();
    await database.drop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
});
