import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJobs } from '#server/jobs/runner.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { ownRedis, type OwnRedis } from '#tests/kit/redis.ts';

/** P22: a house can be closed whatever its Redis does, and nothing that was under way with it ends the process afterwards. */
let redis: OwnRedis;
let database: FreshDatabase;
const unheard: unknown[] = [];
const hear = (error: unknown): void => void unheard.push(error);
beforeEach(async () => {
  redis = await ownRedis();
  database = await freshDatabase();
  unheard.length = 0;
  process.on('unhandledRejection', hear);
});
afterEach(async () => {
  process.off('unhandledRejection', hear);
  await redis?.stop();
  await database?.drop();
});
const opened = (work: boolean) =>
  openJobs({ redisUrl: redis.url, databaseUrl: database.url, house: randomBytes(8).toString('hex') }, {}, { work, onError: () => undefined });
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('with a Redis that is gone jobs are closed in time', async () => {
  const jobs = await opened(true);
  await pause(500);
  await redis.kill();
  await pause(1_000);
  const began = performance.now();
  await Promise.race([jobs.close(), pause(15_000)]);
  expect(performance.now() - began).toBeLessThan(10_000);
  await pause(500);
  expect(unheard).toEqual([]);
});

test('with a Redis that says nothing, asked whether it is there, jobs are closed without a word unheard', async () => {
  const jobs = await opened(false);
  await pause(9_500);
  redis.freeze();
  await pause(1_500);
  await jobs.close();
  await pause(500);
  redis.thaw();
  expect(unheard).toEqual([]);
});
