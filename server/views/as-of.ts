import { Worker } from 'node:worker_threads';
import { instantFrom } from '#shared/core/instant.ts';
import type { FeedDef } from '#shared/core/view.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { refuse, type Refusal } from '#shared/core/refusal.ts';
import type { Clock } from '../core/parts.ts';
import { taken } from '../store/set-aside.ts';

export interface PastRows {
  readonly position: number;
  readonly rows: readonly unknown[];
}

/**
 * The rows of a feed at an instant, as this viewer may see them. Folded in a worker, one request at a time
 * per person.
 */
export interface AsOf {
  rows(feed: FeedDef, viewer: Viewer, at: string): Promise<PastRows | Refusal>;
  close(): Promise<void>;
}

const timeoutMs = 30_000;
const restMs = 60_000;

export function openAsOf(parts: { databaseUrl: string; clock: Clock }): AsOf {
  const busy = new Set<string>();
  const folder = openFolder(parts.databaseUrl);
  return {
    close: () => folder.close(),
    async rows(feed, viewer, at) {
      const instant = instantFrom(at);
      if (instant === null) return refuse('badFormat', 400, { label: 'at' }, 'at');
      if (instant > parts.clock.now()) return refuse('asOfTooFar', 422, undefined, 'at');
      const who = viewer.sessionId ?? String(viewer.empId);
      if (busy.has(who)) return refuse('asOfBusy', 429);
      busy.add(who);
      try {
        const { rows, position } = await folder.fold(feed.view.name, new Date(instant).toISOString());
        const scope = feed.scope(viewer);
        return {
          position,
          rows: rows.flatMap(([id, row]) => taken(() => feed.see(row, scope, id)) ?? []),
        };
      } finally {
        busy.delete(who);
      }
    },
  };
}

type Folded = { rows: [string, unknown][]; position: number };

/**
 * One worker, started at the first request and ended a minute after the last: most people look several times
 * in a row.
 */
function openFolder(url: string): {
  fold(view: string, at: string): Promise<Folded>;
  close(): Promise<void>;
} {
  let worker: Worker | null = null;
  let rest: NodeJS.Timeout | null = null;
  let n = 0;
  const waiting = new Map<
    number,
    { resolve: (folded: Folded) => void; reject: (error: Error) => void; late: NodeJS.Timeout }
  >();

  const end = (why: Error): void => {
    for (const { reject, late } of waiting.values()) {
      clearTimeout(late);
      reject(why);
    }
    waiting.clear();
    void worker?.terminate();
    worker = null;
  };
  const start = (): Worker => {
    const fresh = new Worker(new URL('./as-of.worker.ts', import.meta.url), {
      workerData: { url },
      resourceLimits: { maxOldGenerationSizeMb: 192 },
    });
    fresh.on('message', (message: { n: number; result?: Folded; error?: string }) => {
      const one = waiting.get(message.n);
      if (!one) return;
      waiting.delete(message.n);
      clearTimeout(one.late);
      if (message.result) one.resolve(message.result);
      else one.reject(new Error(message.error));
      if (waiting.size === 0) {
        rest = setTimeout(() => end(new Error('at rest')), restMs);
        rest.unref();
      }
    });
    fresh.on('error', end);
    fresh.unref();
    return fresh;
  };

  return {
    fold: (view, at) =>
      new Promise((resolve, reject) => {
        if (rest) clearTimeout(rest);
        rest = null;
        worker ??= start();
        n += 1;
        waiting.set(n, {
          resolve,
          reject,
          late: setTimeout(() => end(new Error('The look into the past took too long.')), timeoutMs),
        });
        worker.postMessage({ n, view, at });
      }),
    async close() {
      if (rest) clearTimeout(rest);
      await worker?.terminate();
      worker = null;
    },
  };
}
