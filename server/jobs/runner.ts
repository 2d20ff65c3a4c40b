import { openEmbeddedJobs } from './embedded.ts';
import { openRedisJobs } from './on-redis.ts';
import type { Handler, Handlers, JobOptions, Jobs } from './queue.ts';

/**
 * Jobs on BullMQ where Redis is configured, else on timers of this process. Neither is the truth: the store
 * is.
 */
export async function openJobs(
  where: {
    readonly redisUrl?: string | undefined;
    /** Keeps apart the stores that share one Redis. */
    readonly server: string;
    /** The runner is ready, at first or again: planned runs may be missing in it. */
    readonly onReady?: () => void;
  },
  handlers: Handlers,
  options: JobOptions,
): Promise<Jobs> {
  const handler: Handler = async (job) => {
    const run = handlers[job.name];
    if (!run) throw new Error(`No job is called ${job.name}.`);
    await run(job.data.key);
  };
  if (where.redisUrl) return openRedisJobs({ ...where, redisUrl: where.redisUrl }, handler, options);
  const jobs = openEmbeddedJobs(handler, options);
  setImmediate(() => where.onReady?.());
  return jobs;
}
