import type { Pool } from 'pg';
import type { Log } from '../core/parts.ts';
import { asideError, isOfData, noteAside, type TakesAgain } from '../store/set-aside.ts';

export interface RetryElsewhere {
  /** Asks the other nodes to take an event again that this one has taken. */
  broadcast(consumer: string, position: number): Promise<void>;
  /** Resolves when every event that another node asked for so far is taken, or set aside again. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * An event is taken again by the node that answers the request. Consumers that keep their results in memory need it on every node: the
 * others are notified, and where one of them still cannot take it, it is set aside again.
 */
export function openRetryElsewhere(parts: {
  readonly pool: Pool;
  readonly log: Pick<Log, 'readAfter' | 'reached'>;
  readonly node: string;
  /** The consumers that keep their results in memory. */
  readonly takes: TakesAgain;
  readonly onMessage: (listener: (message: string) => void) => () => void;
  readonly onError: (error: unknown) => void;
}): RetryElsewhere {
  const { pool, log, node, takes, onError } = parts;
  const running = new Set<Promise<void>>();

  const takeHere = async (consumer: string, position: number): Promise<void> => {
    const take = takes.get(consumer);
    if (!take) return;
    await log.reached(position);
    const [event] = await log.readAfter(position - 1, 1);
    if (event?.position !== position) return;
    try {
      await take(event);
    } catch (error) {
      if (!isOfData(error)) throw error;
      onError(asideError(consumer, event, error));
      await noteAside(pool, consumer, event, error);
    }
  };
  const offMessage = parts.onMessage((message) => {
    const [, by, position, consumer] = /^again (\S+) (\d+) (.+)$/.exec(message) ?? [];
    if (consumer === undefined || by === node) return;
    const run = takeHere(consumer, Number(position))
      .catch(onError)
      .finally(() => void running.delete(run));
    running.add(run);
  });

  const settled = async (): Promise<void> => void (await Promise.all(running));
  return {
    async broadcast(consumer, position) {
      if (!takes.has(consumer)) return;
      await pool.query({
        name: 'retry-elsewhere',
        text: "select pg_notify('access', $1)",
        values: [`again ${node} ${position} ${consumer}`],
      });
    },
    settled,
    async close() {
      offMessage();
      await settled();
    },
  };
}
