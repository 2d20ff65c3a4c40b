import { createPostgresBackend, Queue, runMigrations, Worker } from 'bullmq';
import { Pool } from 'pg';
import { countsOf, jobId, keep, queueName, type Handler, type JobOptions, type Jobs } from './queue.ts';

/** Jobs in the house's own database, in a schema of BullMQ's own. */
export async function openDatabaseJobs(databaseUrl: string, handler: Handler, options: JobOptions): Promise<Jobs> {
  const pool = new Pool({ connectionString: databaseUrl, max: options.work ? 4 : 2, options: '-c search_path=bullmq', idleTimeoutMillis: 0 });
  pool.on('error', options.onError);
  pool.on('connect', (client) => client.on('error', options.onError));
  const session = await pool.connect();
  try {
    await runMigrations(session as never);
  } finally {
    session.release();
  }
  const backend = { connection: pool as never };
  const queue = new Queue(queueName, { ...backend, defaultJobOptions: keep }, createPostgresBackend as never);
  queue.on('error', options.onError);
  let worker: Worker | null = null;
  if (options.work) {
    worker = new Worker(
      queueName,
      handler,
      { ...backend, concurrency: 8, ...(options.lockMs ? { lockDuration: options.lockMs, stalledInterval: options.lockMs } : {}) },
      createPostgresBackend as never,
    );
    worker.on('error', options.onError);
    worker.on('failed', (_job, error) => options.onError(error));
  }
  await queue.waitUntilReady();
  return {
    on: 'database',
    up: () => null,
    async later(name, key, delayMs) {
      await queue.add(name, { key }, { jobId: jobId(name, key), delay: Math.max(0, Math.round(delayMs)) });
    },
    counts: async () => countsOf(await queue.getJobCounts()),
    async close() {
      await worker?.close();
      await queue.close();
      await pool.end();
    },
  };
}
