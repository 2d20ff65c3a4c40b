import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Jobs } from '#server/jobs/queue.ts';
import { openJobs } from '#server/jobs/runner.ts';
import { startChild } from '#tests/kit/children.ts';
import { openPool } from '#tests/kit/connections.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { until } from '#tests/kit/feed-client.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { bringRedis, type TestRedis } from '#tests/kit/redis.ts';

/**
 * P21 on a Redis: retries, delays, killed, frozen and blocked workers. A run may happen twice; its effect
 * does not.
 */
const lockMs = 1_500;
const worker = fileURLToPath(new URL('../kit/job-worker.ts', import.meta.url));

let redis: TestRedis;
let database: FreshDatabase;
let pool: Pool;
let folder: string;
let server: string;
let runsFile: string;
let jobs: Jobs;
const workers: ChildProcess[] = [];
const faults: unknown[] = [];

beforeAll(async () => {
  redis = await bringRedis();
  database = await freshDatabase();
  pool = openPool(database.url, { max: 2 });
  await pool.query(
    'create table effects (key text primary key, at timestamptz not null default clock_timestamp())',
  );
  folder = temporaryFolder('ops-jobs-');
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
  await redis?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  server = randomBytes(8).toString('hex');
  runsFile = join(folder, server);
  writeFileSync(runsFile, '');
  await pool.query('truncate effects');
  jobs = await openJobs(
    { redisUrl: redis.url, server },
    {},
    { work: false, onError: (error) => faults.push(error) },
  );
});
afterEach(async () => {
  for (const child of workers.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  await jobs.close();
});

async function work(wrong: boolean): Promise<ChildProcess> {
  const child = startChild(process.execPath, [worker], {
    env: {
      PATH: process.env['PATH'],
      REDIS_URL: redis.url,
      DATABASE_URL: database.url,
      SERVER: server,
      RUNS: runsFile,
      LOCK_MS: String(lockMs),
      WRONG: wrong ? 'yes' : 'no',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  workers.push(child);
  await once(child.stdout!, 'data');
  return child;
}
const runs = (): string[] =>
  readFileSync(runsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' ')[1]!);
const effects = async (): Promise<string[]> =>
  (await pool.query<{ key: string }>('select key from effects order by key')).rows.map((row) => row.key);

test('a failed run is retried, a delayed one waits, and one planned twice runs once', async () => {
  const from = Date.now();
  await jobs.later('job', 'fail/1', 0);
  await jobs.later('job', 'plain/1', 1_500);
  for (let i = 0; i < 5; i += 1) await jobs.later('job', 'plain/2', 300);
  expect(await jobs.counts()).toMatchObject({ failed: 0 });
  await work(false);
  await until('all had their effect', async () => (await effects()).length === 3);
  expect(runs().filter((key) => key === 'fail/1')).toHaveLength(3);
  expect(runs().filter((key) => key === 'plain/1')).toHaveLength(1);
  expect(runs().filter((key) => key === 'plain/2')).toHaveLength(1);
  const { rows } = await pool.query<{ at: Date }>("select at from effects where key = 'plain/1'");
  expect(rows[0]!.at.getTime() - from).toBeGreaterThanOrEqual(1_400);
});

test('the runs of a killed worker are taken over by another', async () => {
  const keys = Array.from({ length: 6 }, (_, i) => `hang/${i}`);
  for (const key of keys) await jobs.later('job', key, 0);
  const first = await work(true);
  await until('under way', () => runs().length === keys.length);
  expect(await effects()).toEqual([]);
  first.kill('SIGKILL');
  await work(false);
  await until('all had their effect', async () => (await effects()).length === keys.length);
  expect(runs().length).toBeGreaterThanOrEqual(2 * keys.length);
});

test('a frozen worker, or one that blocks its event loop, loses its locks: runs happen twice, effects once', async () => {
  const keys = Array.from({ length: 4 }, (_, i) => `block/${i}`);
  for (const key of keys) await jobs.later('job', key, 0);
  const blocked = await work(true);
  await until('under way', () => runs().length > 0);
  await work(false);
  await until('all had their effect', async () => (await effects()).length === keys.length);
  blocked.kill('SIGSTOP');
  for (let i = 0; i < 8; i += 1) await jobs.later('job', `plain/${i}`, 0);
  // Runs that the frozen worker took are taken over; nothing waits for it.
  await until('nothing waits for a frozen worker', async () => (await effects()).length === keys.length + 8);
  blocked.kill('SIGCONT');
  await until('the queue is empty', async () => {
    const counts = await jobs.counts();
    return counts !== null && counts.waiting + counts.active + counts.delayed === 0;
  });
  expect((await effects()).length).toBe(keys.length + 8);
  expect(runs().length).toBeGreaterThan(keys.length + 8);
  console.log(`${runs().length} runs for ${keys.length + 8} planned, ${(await effects()).length} effects`);
});

test('a run that a running job plans for its own key starts after its end', async () => {
  const ran: string[] = [];
  const own = await openJobs(
    { redisUrl: redis.url, server },
    {
      job: async (key) => {
        ran.push(key);
        if (ran.length < 3) await own.later('job', key, 200);
      },
    },
    { work: true, onError: (error) => faults.push(error) },
  );
  try {
    await own.later('job', 'again', 0);
    await until('run three times', () => ran.length === 3);
  } finally {
    await own.close();
  }
});
