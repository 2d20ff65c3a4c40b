import { createNodeRedisClient, Queue, Worker, type ConnectionOptions } from 'bullmq';
import { awayOnce } from '#shared/core/away-once.ts';
import { openRedisConnection } from '../relay/redis-connection.ts';
import {
  countsOf,
  jobId,
  keep,
  plannedAfterRuns,
  queueName,
  type Handler,
  type JobOptions,
  type Jobs,
} from './queue.ts';

/** How long to wait for a Redis that does not answer. */
const patienceMs = 2_000;

/**
 * Jobs over Redis. A Redis that is away, frozen or emptied blocks nobody: runs that it does not accept are
 * left to the sweep, and `onReady` reports when it can be filled again. A Redis that may evict planned runs
 * is refused.
 */
export async function openRedisJobs(
  where: { redisUrl: string; server: string; onReady?: () => void },
  handler: Handler,
  options: JobOptions,
): Promise<Jobs> {
  const redis = openRedisConnection(where.redisUrl, options.onError);
  const prefix = `ops-${where.server}`;
  const fault = awayOnce(options.onError);
  let queue: Queue | null = null;
  let worker: Worker | null = null;
  let closed = false;
  const plans = plannedAfterRuns(
    handler,
    async (name, key, delayMs) => {
      if (!queue || !redis.client.isReady) return;
      const planned = queue.add(
        name,
        { key },
        { jobId: jobId(name, key), delay: Math.max(0, Math.round(delayMs)) },
      );
      await inTime(
        planned,
        `The run of ${key} was not planned: Redis did not answer. The sweep will find it.`,
        fault.fault,
      );
    },
    options.onError,
  );

  const open = (): void => {
    if (queue || closed) return;
    const adapter = createNodeRedisClient(redis.client as never);
    // Faults of the connection are reported by the connection; a command pending when the queue releases it
    // has no other listener.
    adapter.on('error', () => undefined);
    const connection = adapter as unknown as ConnectionOptions;
    queue = new Queue(queueName, { connection, prefix, defaultJobOptions: keep });
    queue.on('error', fault.fault);
    if (!options.work) return;
    const lock = options.lockMs ? { lockDuration: options.lockMs, stalledInterval: options.lockMs } : {};
    worker = new Worker(queueName, plans.handler, { connection, prefix, concurrency: 8, ...lock });
    worker.on('error', fault.fault);
    worker.on('completed', plans.ended);
    worker.on('failed', (job, error) => {
      options.onError(error);
      if (job) plans.ended(job);
    });
  };
  const greet = async (): Promise<void> => {
    const refused = await evicts(redis.client);
    if (refused) throw new Error(refused);
    open();
    fault.back();
    where.onReady?.();
  };

  if (await redis.within(patienceMs)) {
    try {
      await greet();
    } catch (error) {
      redis.close();
      throw error;
    }
  }
  redis.client.on('ready', () => void greet().catch(options.onError));

  return {
    on: 'redis',
    up: () => redis.client.isReady,
    async redisNow() {
      if (!redis.client.isReady) return null;
      try {
        const [seconds, micros] = (await inTime(
          redis.client.sendCommand(['TIME']),
          'Redis did not answer with its time.',
          fault.fault,
        )) as unknown as [string, string];
        return Number(seconds) * 1_000 + Number(micros) / 1_000;
      } catch (error) {
        fault.fault(error);
        return null;
      }
    },
    later: plans.later,
    async counts() {
      if (!queue || !redis.client.isReady) return null;
      try {
        return countsOf(await inTime(queue.getJobCounts(), 'Redis did not answer.', fault.fault));
      } catch (error) {
        fault.fault(error);
        return null;
      }
    },
    async close() {
      closed = true;
      // Without Redis a worker waits for it forever, so closing does not wait for the worker.
      await inTime(
        worker?.close() ?? Promise.resolve(),
        'The worker got no answer from Redis while closing.',
        fault.fault,
        5_000,
      ).catch(options.onError);
      await inTime(
        queue?.close() ?? Promise.resolve(),
        'The queue got no answer from Redis while closing.',
        fault.fault,
      ).catch(options.onError);
      redis.close();
    },
  };
}

/** The reason why this Redis is refused, or null: under memory pressure it would evict planned runs. */
async function evicts(client: { info(section: string): Promise<unknown> }): Promise<string | null> {
  const policy = /maxmemory_policy:(\S+)/.exec(String(await client.info('memory')))?.[1];
  return policy === undefined || policy === 'noeviction'
    ? null
    : `REDIS_URL: this Redis throws keys away when its memory is full (maxmemory-policy ${policy}); set it to noeviction`;
}

/** A late answer may still fail later: that is reported too, but nobody waits for it. */
async function inTime<T>(
  work: Promise<T>,
  otherwise: string,
  onLate: (error: unknown) => void,
  ms = patienceMs,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      work.catch(onLate);
      reject(new Error(otherwise));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
