import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './kit/folder.ts';
import { bringPostgres } from './kit/postgres.ts';
import { bringRedis } from './kit/redis.ts';
import { scaledDatabaseName, scaledRedisName } from './kit/scaled.ts';

/**
 * Runs the promises again with an external PostgreSQL and Redis: those of DATABASE_URL (its role must be
 * allowed to create databases) and REDIS_URL, else servers of its own. `npm run scaled --
 * tests/promises/feeds.test.ts` runs some.
 */
const folder = temporaryFolder('ops-scaled-');
const given = process.env['DATABASE_URL'];
const postgres = given
  ? null
  : await bringPostgres({
      folder: join(folder, 'pg'),
      password: randomBytes(18).toString('base64url'),
      settings: { max_connections: '200' },
    });
const redis = await bringRedis();
console.log(
  given ? 'PostgreSQL: the one that DATABASE_URL names' : 'PostgreSQL: a server of its own, outside the app',
);
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project',
    'promises',
    '--project',
    'faults',
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, [scaledDatabaseName]: given ?? postgres!.url, [scaledRedisName]: redis.url },
  },
);
await redis.stop();
await postgres?.remove();
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;
