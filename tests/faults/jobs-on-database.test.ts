import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Jobs } from '#server/jobs/queue.ts';
import { openJobs } from '#server/jobs/runner.ts';
import { until } from '#tests/kit/feed-client.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { bringPostgres, type TestPostgres } from '#tests/kit/postgres.ts';

/**
 * P24, P37: jobs in the house's own database, while that is away or refuses every line. The worker neither spins nor fills the log,
 * and takes its work up again by itself.
 */
let postgres: TestPostgres;
let jobs: Jobs;
const done: string[] = [];
const faults: string[] = [];
let held = 0;
let open = true;
beforeAll(async () => {
  postgres = await bringPostgres({ folder: join(temporaryFolder('ops-pg-'), 'pg'), password: 'only-for-this-test' });
  jobs = await openJobs(
    { databaseUrl: postgres.url, house: 'test' },
    {
      job: async (key) => {
        if (key.startsWith('held/')) {
          held += 1;
          await until('let go', () => open);
        }
        done.push(key);
        // As an ask does that a partner did not take: from inside its own run.
        if (key.startsWith('again/') && done.filter((one) => one === key).length < 3) await jobs.later('job', key, 200);
      },
    },
    { work: true, onError: (error) => faults.push(error instanceof Error ? error.message : String(error)) },
  );
});
afterAll(async () => {
  await postgres?.start();
  await jobs?.close();
  await postgres?.remove();
});

async function carriedOut(key: string): Promise<void> {
  await jobs.later('job', key, 0);
  await until(`${key} is done`, () => done.includes(key));
}
/** What the process uses of one core meanwhile, in percent. */
async function busyWhile(ms: number): Promise<number> {
  const from = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, ms));
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 10 / ms;
}

test('a database that is stopped under a full worker and started again is met by pauses and a few words, and every run is made', async () => {
  const attempt = Math.random();
  await carriedOut(`before/${attempt}`);
  faults.length = held = 0;
  open = false;
  const keys = Array.from({ length: 20 }, (_, i) => `held/${attempt}/${i}`);
  for (const key of keys) await jobs.later('job', key, 0);
  // As many as it runs at once: it knows that more is waiting, and asks for it without a pause when they end.
  await until('the worker is full', () => held === 8);
  await postgres.stop('SIGQUIT');
  open = true;
  const busy = await busyWhile(3_000);
  const said = faults.length;
  await postgres.start();
  await carriedOut(`after/${attempt}`);
  await until('every run is made', () => keys.every((key) => done.includes(key)));
  console.log(`3 s without a database: ${said} faults said, ${busy.toFixed(0)} % of a core`);
  expect(said).toBeLessThan(20);
  expect(busy).toBeLessThan(60);
});

test('what a run plans for its own key is run when it has ended', async () => {
  const key = `again/${Math.random()}`;
  await jobs.later('job', key, 0);
  await until('run three times', () => done.filter((one) => one === key).length === 3);
});
