import type { Pool, PoolClient } from 'pg';

export interface Listener {
  /** Resolves after the first attempt to listen, successful or not. */
  readonly tried: Promise<void>;
  close(): Promise<void>;
}

export interface ListenerParts {
  readonly channel: 'log' | 'access';
  /** A notification arrived from the backend with this pid; the message may be empty. */
  received(by: number, message: string): void;
  /** Listening from now on; earlier notifications may have been missed. */
  subscribed?(): void;
  readonly againMs: number;
  onError(error: unknown): void;
}

/**
 * Listens on a channel of the database over a connection of its own; a broken connection is reported and
 * replaced later.
 */
export function openListener(
  pool: Pool,
  { channel, received, subscribed, againMs, onError }: ListenerParts,
): Listener {
  let connection: PoolClient | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | null = null;
  // A connection that breaks while it starts to listen reports it twice; it is retried once.
  const lost = (): void => {
    connection?.release(true);
    connection = null;
    if (closed || retry) return;
    retry = setTimeout(() => {
      retry = null;
      trying = listen();
    }, againMs);
    retry.unref();
  };
  async function listen(): Promise<void> {
    try {
      const mine = await pool.connect();
      if (closed) return mine.release();
      connection = mine;
      mine.on('notification', ({ processId, payload }) => received(processId, payload ?? ''));
      mine.on('error', (error) => {
        if (!closed) onError(error);
        if (connection === mine) lost();
      });
      await mine.query(`listen ${channel}`);
      if (connection === mine) subscribed?.();
    } catch (error) {
      if (!closed) onError(error);
      lost();
    }
  }
  let trying = listen();
  return {
    tried: trying,
    async close() {
      closed = true;
      if (retry) clearTimeout(retry);
      await trying;
      connection?.release(true);
      connection = null;
    },
  };
}
