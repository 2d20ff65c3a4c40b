import { openDatabaseJobs } from './on-database.ts';
import { openRedisJobs } from './on-redis.ts';
import type { Handler, Handlers, JobOptions, Jobs } from './queue.ts';

/** Jobs on BullMQ: on Redis when there is one, else on the house's own database. Redis is transport, never truth. */
export function openJobs(
  where: {
    redisUrl?: string | undefined;
    databaseUrl: string;
    /** Keeps apart houses that share one Redis. */ house: string;
    /** The queue can be reached, at first or again: what it should know may be missing in it. */ onReady?: () => void;
  },
  handlers: Handlers,
  options: JobOptions,
): Promise<Jobs> {
  const handler: Handler = async (job) => {
    const run = handlers[job.name];
    if (!run) throw new Error(`No job is called ${job.name}.`);
    await run(job.data.key);
  };
  return where.redisUrl ? openRedisJobs({ ...where, redisUrl: where.redisUrl }, handler, options) : openDatabaseJobs(where.databaseUrl, handler, options);
}
