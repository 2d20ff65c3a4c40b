/** Job name → handler; every handler may run twice with the same key and must then have one effect. */
export type Handlers = Readonly<Record<string, (key: string) => Promise<void>>>;

/** Runs that the queue knows of, by state. */
export interface JobCounts {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
}

export interface Jobs {
  readonly on: 'redis' | 'server';
  /** Whether Redis answers; null without Redis. */
  up(): boolean | null;
  /** The clock of the Redis, ms since 1970; null without one that answers. */
  redisNow(): Promise<number | null>;
  /**
   * Plans one run of `name` for `key` after `delayMs`; the same key planned again while it waits is one run.
   * Without a Redis it plans nothing: the sweep finds what is due.
   */
  later(name: string, key: string, delayMs: number): Promise<void>;
  /** Null while the queue does not answer. */
  counts(): Promise<JobCounts | null>;
  close(): Promise<void>;
}

export interface JobOptions {
  readonly work: boolean;
  readonly onError: (error: unknown) => void;
  /** How long a run may go without a sign of life before another worker takes it over; 30 s. */
  readonly lockMs?: number;
}

export interface Run {
  readonly name: string;
  readonly data: { readonly key: string };
}
export type Handler = (job: Run) => Promise<void>;

export const queueName = 'server';
export const keep = {
  removeOnComplete: true,
  removeOnFail: { count: 1_000 },
  attempts: 5,
  backoff: { type: 'exponential' as const, delay: 1_000 },
};

/** BullMQ's own ids may not hold a colon. */
export const jobId = (name: string, key: string): string => `${name}/${key}`.replaceAll(':', '/');

export function countsOf(counts: Readonly<Record<string, number>>): JobCounts {
  return {
    waiting: (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0),
    active: counts['active'] ?? 0,
    delayed: counts['delayed'] ?? 0,
    failed: counts['failed'] ?? 0,
  };
}

type Plan = Jobs['later'];

/**
 * A queue accepts no second job under an id that it still has: a run's own replanning is deferred until the
 * run has ended. A worker calls `handler` for each run, `ended` once the run is removed, and `later` to plan.
 */
export function plannedAfterRuns(
  handler: Handler,
  plan: Plan,
  onError: (error: unknown) => void,
): { handler: Handler; later: Plan; ended(job: Run): void } {
  const running = new Map<string, { due: number | null }>();
  const waiting = new Map<string, number>();
  return {
    async handler(job) {
      const id = jobId(job.name, job.data.key);
      const run: { due: number | null } = { due: null };
      running.set(id, run);
      try {
        await handler(job);
      } finally {
        running.delete(id);
        if (run.due !== null) waiting.set(id, run.due);
      }
    },
    async later(name, key, delayMs) {
      const run = running.get(jobId(name, key));
      if (run) run.due = performance.now() + delayMs;
      else await plan(name, key, delayMs);
    },
    ended(job) {
      const id = jobId(job.name, job.data.key);
      const due = waiting.get(id);
      waiting.delete(id);
      if (due !== undefined) plan(job.name, job.data.key, due - performance.now()).catch(onError);
    },
  };
}
