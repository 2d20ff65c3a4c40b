import { jobId, plannedAfterRuns, type Handler, type JobOptions, type Jobs } from './queue.ts';

const concurrency = 8;
const attempts = 5;
const firstPauseMs = 1_000;
/** Longer timers fire at once in Node; what is due later is planned again by the sweep. */
const longestMs = 2_147_483_647;

interface Planned {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly attempt: number;
}

/**
 * Jobs of a server without Redis: timers in memory and a concurrency limit. The store is the truth: what a crash loses here is planned
 * again from the store at the next start and found by the sweep.
 */
export function openEmbeddedJobs(handler: Handler, options: JobOptions): Jobs {
  const timers = new Map<string, NodeJS.Timeout>();
  const ready: Planned[] = [];
  const active = new Set<Promise<void>>();
  let failed = 0;
  let closed = false;

  const plan = (job: Planned, delayMs: number): void => {
    if (closed || timers.has(job.id)) return;
    timers.set(
      job.id,
      setTimeout(
        () => {
          timers.delete(job.id);
          ready.push(job);
          pump();
        },
        Math.min(Math.max(0, Math.round(delayMs)), longestMs),
      ),
    );
  };
  const plans = plannedAfterRuns(
    handler,
    async (name, key, delayMs) => plan({ id: jobId(name, key), name, key, attempt: 1 }, delayMs),
    options.onError,
  );

  async function run(job: Planned): Promise<void> {
    const { name, key, attempt } = job;
    try {
      await plans.handler({ name, data: { key } });
    } catch (error) {
      options.onError(error);
      if (attempt < attempts) plan({ ...job, attempt: attempt + 1 }, firstPauseMs * 2 ** (attempt - 1));
      else failed += 1;
    }
    plans.ended({ name, data: { key } });
  }
  function pump(): void {
    while (!closed && active.size < concurrency) {
      const job = ready.shift();
      if (!job) return;
      const running = run(job).finally(() => {
        active.delete(running);
        pump();
      });
      active.add(running);
    }
  }

  return {
    on: 'server',
    up: () => null,
    redisNow: async () => null,
    later: async (name, key, delayMs) => {
      if (options.work) await plans.later(name, key, delayMs);
    },
    counts: async () => ({ waiting: ready.length, active: active.size, delayed: timers.size, failed }),
    async close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      ready.length = 0;
      await Promise.all(active);
    },
  };
}
