import type { Pool, QueryConfig } from 'pg';
import { streamName, type StoredEvent } from '#shared/core/event.ts';
import type { Log } from '../core/parts.ts';
import { unreadableOf } from '#shared/core/upcast.ts';
import { eventColumns, queryEventRows, queryEvents, readEvent } from './event-row.ts';
import { asideError, noteAside, recordReads } from './set-aside.ts';
import { failPoint } from './failpoint.ts';
import { openGroupCommit, type Entry, type Outcome } from './group-commit.ts';
import { openListener } from './listener.ts';
import { every } from './every.ts';

export interface OpenLog extends Log {
  /** Other nodes write to the log as well, so this node may lag a moment behind. */
  readonly shared: boolean;
  append(entry: Entry): Promise<Outcome>;
  /** The names of the consumers that follow the log on this node. */
  followers(): readonly string[];
  close(): Promise<void>;
}

const page = 2_000;

const after = (position: number, limit: number): QueryConfig => ({
  name: 'read-after',
  text: `select ${eventColumns} from events where position > $1 order by position limit $2`,
  values: [position, limit],
});

/**
 * Opens the log on this node. Its own commits are delivered at once; those of other nodes are fetched when the database
 * says so (`notify log`, only a hint) or, at the latest, at the next poll. Delivery is in order and leaves nothing out,
 * because positions are gapless: a batch that does not follow on waits until the missing ones are read.
 */
export async function openLog(
  pool: Pool,
  options: { pollMs: number; shared: boolean; onError: (error: unknown) => void },
): Promise<OpenLog> {
  let head = Number(
    (await pool.query<{ position: string }>('select position from log_head')).rows[0]!.position,
  );
  const followers = new Set<{
    readonly consumer: string;
    readonly listener: (events: readonly StoredEvent[]) => void;
  }>();
  const waiters: { position: number; resolve: () => void }[] = [];
  let early: StoredEvent[] = [];
  let fetching: Promise<void> | null = null;
  let again = false;
  let closed = false;
  /** Backends that were sent a write and did not answer. */
  const doubtful = new Set<number>();

  const readAfter = (position: number, limit: number, streams?: readonly string[]): Promise<StoredEvent[]> =>
    streams
      ? queryEvents(pool, {
          name: 'read-after-named',
          text: `select ${eventColumns} from events where position > $1 and name = any($3) order by position limit $2`,
          values: [position, limit, streams],
        })
      : queryEvents(pool, after(position, limit));

  const deliver = (events: readonly StoredEvent[]): void => {
    void failPoint('publish.before');
    head = events[events.length - 1]!.position;
    for (const { listener } of followers) {
      try {
        listener(events);
      } catch (error) {
        options.onError(error);
      }
    }
    for (let i = waiters.length - 1; i >= 0; i -= 1)
      if (waiters[i]!.position <= head) waiters.splice(i, 1)[0]!.resolve();
  };

  /** Delivers contiguous events; keeps those that arrive early. */
  const receive = (events: readonly StoredEvent[]): void => {
    const fresh = events.filter((event) => event.position > head);
    if (fresh.length === 0) return;
    if (fresh[0]!.position === head + 1 && early.length === 0) {
      deliver(fresh);
      return;
    }
    const merged = new Map<number, StoredEvent>();
    for (const event of [...early, ...fresh]) if (event.position > head) merged.set(event.position, event);
    early = [...merged.values()].sort((a, b) => a.position - b.position);
    let n = 0;
    while (n < early.length && early[n]!.position === head + 1 + n) n += 1;
    const ready = early.slice(0, n);
    early = early.slice(n);
    if (ready.length > 0) deliver(ready);
    if (early.length > 0) fetchMissing();
  };

  /**
   * Those backends that may still write: their connection broke but they go on, or the server crashed and
   * recovery completes their commit.
   */
  const stillAtWork = async (): Promise<ReadonlySet<number>> => {
    if (doubtful.size === 0) return new Set();
    const { rows } = await pool.query<{ pid: number }>(
      'select pid from pg_stat_activity where pid = any($1::int[])',
      [[...doubtful]],
    );
    return new Set(rows.map(({ pid }) => pid));
  };

  const fetchMissing = (): void => {
    if (closed) return;
    if (fetching) {
      again = true;
      return;
    }
    again = false;
    fetching = (async () => {
      do {
        again = false;
        const [suspects, atWork] = [[...doubtful], await stillAtWork()];
        for (;;) {
          const events = await readAfter(head, page);
          if (events.length === 0) break;
          receive(events);
          if (events.length < page) break;
        }
        // Only a read that starts after a backend has gone contains everything it wrote.
        for (const process of suspects) if (!atWork.has(process)) doubtful.delete(process);
        if (atWork.size > 0) setTimeout(fetchMissing, 100).unref();
      } while (again && !closed);
    })()
      .catch((error: unknown) => {
        if (closed) return;
        options.onError(error);
        // With other nodes, the next poll tries again.
        if (!options.shared) setTimeout(fetchMissing, 500).unref();
      })
      .finally(() => {
        fetching = null;
        if (again && !closed) fetchMissing();
      });
  };

  const group = openGroupCommit(pool, receive, (process) => {
    // With other nodes, every poll reads again.
    if (!options.shared) doubtful.add(process);
    fetchMissing();
  });

  const listener = options.shared
    ? openListener(pool, {
        channel: 'log',
        received: (by) => {
          if (by !== group.writer()) fetchMissing();
        },
        subscribed: fetchMissing,
        againMs: 1_000,
        onError: options.onError,
      })
    : null;
  await listener?.tried;
  const stopPolling = options.shared ? every(options.pollMs, fetchMissing) : null;

  return {
    shared: options.shared,
    append: (entry) => group.append(entry),
    readAfter,
    async eachAfter(position, limit, streams, each) {
      const rows = await queryEventRows(pool, after(position, limit));
      for (const row of rows) if (streams.has(streamName(row.stream))) each(readEvent(row));
      return {
        count: rows.length,
        last: rows.length > 0 ? Number(rows[rows.length - 1]!.position) : position,
      };
    },
    async readStream<E extends StoredEvent<string, any>>(stream: string) {
      const events = await queryEvents(pool, {
        name: 'read-stream',
        text: `select ${eventColumns} from events where stream = $1 order by version`,
        values: [stream],
      });
      const readable: StoredEvent[] = [];
      for (const event of events) {
        const cause = unreadableOf(event);
        if (!cause) readable.push(event);
        else {
          options.onError(asideError(recordReads, event, cause));
          await noteAside(pool, recordReads, event, cause);
        }
      }
      return readable as E[];
    },
    head: () => head,
    follow(consumer, listener) {
      const follower = { consumer, listener };
      followers.add(follower);
      return () => followers.delete(follower);
    },
    followers: () => [...followers].map(({ consumer }) => consumer),
    reached(position) {
      if (position <= head) return Promise.resolve();
      return new Promise((resolve) => {
        waiters.push({ position, resolve });
      });
    },
    async close() {
      closed = true;
      stopPolling?.();
      await group.close();
      if (fetching) await fetching;
      await listener?.close();
    },
  };
}
