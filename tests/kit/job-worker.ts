import { appendFileSync } from 'node:fs';
import { openJobs } from '#server/jobs/runner.ts';
import { openPool } from './connections.ts';

/**
 * A worker in a process of its own, to be killed, frozen or blocked. Each run appends a line to the file RUNS
 * and has its effect once, by the key of the run, in the table `effects`. The prefix of the key names the
 * fault: `hang` never ends, `block` holds the event loop for three locks, `fail` fails the first two times.
 */
const { REDIS_URL, DATABASE_URL, SERVER, RUNS, LOCK_MS, WRONG } = process.env as Record<string, string>;
const tries = new Map<string, number>();
const client = openPool(DATABASE_URL!, { max: 4 });
await openJobs(
  { redisUrl: REDIS_URL!, server: SERVER! },
  {
    job: async (key) => {
      appendFileSync(RUNS!, `${process.pid} ${key}\n`);
      const [what = ''] = key.split('/');
      if (WRONG === 'yes' && what === 'hang') await new Promise((resolve) => setTimeout(resolve, 3_600_000));
      if (WRONG === 'yes' && what === 'block') {
        const until = Date.now() + Number(LOCK_MS) * 3;
        while (Date.now() < until);
      }
      const tried = (tries.get(key) ?? 0) + 1;
      tries.set(key, tried);
      if (what === 'fail' && tried < 3) throw new Error('not yet');
      await client.query('insert into effects (key) values ($1) on conflict do nothing', [key]);
    },
  },
  { work: true, lockMs: Number(LOCK_MS), onError: (error) => console.error(String(error)) },
);
console.log('working');
