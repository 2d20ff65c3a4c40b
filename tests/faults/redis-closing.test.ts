import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJobs } from '#server/jobs/runner.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { ownRedis, type OwnRedis } from '#tests/kit/redis.ts';

/**
 * P22: a server can be closed whatever its Redis does, and no pending Redis operation ends the process
 * afterwards.
 */
let redis: OwnRedis;
let database: FreshDatabase;
const unheard: unknown[] = [];
const receive = (error: unknown): void => void unheard.push(error);
beforeEach(async () => {
  redis = await ownRedis();
  database = await freshDatabase();
  unheard.length = 0;
  process.on('unhandledRejection', receive);
});
afterEach(async () => {
  process.off('unhandledRejection', receive);
  await redis?.stop();
  await database?.drop();
});
const opened = (work: boolean) =>
  openJobs(
    { redisUrl: redis.url, server: randomBytes(8).toString('hex') },
    {},
    { work, onError: () => undefined },
  );
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('jobs close in time when Redis is gone', async () => {
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

test('jobs close without an unhandled error when Redis does not answer a ping', async () => {
  const jobs = await opened(false);
  await pause(9_500);
  redis.freeze();
  await pause(1_500);
  await jobs.close();
  await pause(500);
  redis.thaw();
  expect(unheard).toEqual([]);
});
