import { createPostgresBackend, Queue, runMigrations, Worker } from 'bullmq';
import { Pool } from 'pg';
import { awayOnce } from '#shared/core/away-once.ts';
import { countsOf, jobId, keep, plannedAfterRuns, queueName, type Handler, type JobOptions, type Jobs } from './queue.ts';

/** Between two questions for work while the database answers with faults. */
const pauseMs = 500;
type Backend = ReturnType<typeof createPostgresBackend>;

/** Jobs in the house's own database, in a schema of BullMQ's own. A database that is away is met by pauses and said once. */
export async function openDatabaseJobs(databaseUrl: string, handler: Handler, options: JobOptions): Promise<Jobs> {
  const pool = new Pool({ connectionString: databaseUrl, max: options.work ? 4 : 2, options: '-c search_path=bullmq', idleTimeoutMillis: 0 });
  const { fault, back } = awayOnce(options.onError);
  pool.on('error', fault);
  pool.on('connect', (client) => client.on('error', fault));
  const session = await pool.connect();
  try {
    await runMigrations(session as never);
  } finally {
    session.release();
  }
  const backend = { connection: pool as never };
  const queue = new Queue(queueName, { ...backend, defaultJobOptions: keep }, createPostgresBackend as never);
  queue.on('error', fault);
  const plans = plannedAfterRuns(
    handler,
    async (name, key, delayMs) => void (await queue.add(name, { key }, { jobId: jobId(name, key), delay: Math.max(0, Math.round(delayMs)) })),
    options.onError,
  );
  let worker: Worker | null = null;
  if (options.work) {
    worker = new Worker(
      queueName,
      plans.handler,
      { ...backend, concurrency: 8, runRetryDelay: pauseMs, ...(options.lockMs ? { lockDuration: options.lockMs, stalledInterval: options.lockMs } : {}) },
      patient(back) as never,
    );
    worker.on('error', fault);
    worker.on('completed', plans.ended);
    worker.on('failed', (job, error) => {
      options.onError(error);
      if (job) plans.ended(job);
    });
  }
  await queue.waitUntilReady();
  return {
    on: 'database',
    up: () => null,
    redisNow: async () => null,
    later: plans.later,
    counts: async () => countsOf(await queue.getJobCounts()),
    async close() {
      await worker?.close();
      await queue.close();
      await pool.end();
    },
  };
}

/**
 * BullMQ pauses after a fault only when the connection was refused. A database that is starting, gone with its socket or full of
 * lines would be asked again at once, without end: a full worker held a whole core and a line of log for each question.
 */
function patient(onAnswer: () => void): (...parts: Parameters<typeof createPostgresBackend>) => Backend {
  return (...parts) => {
    const backend = createPostgresBackend(...parts);
    const ask = backend.moveToActive.bind(backend);
    backend.moveToActive = async (...question) => {
      try {
        const answer = await ask(...question);
        onAnswer();
        return answer;
      } catch (error) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        throw error;
      }
    };
    return backend;
  };
}
