import type { Pool, PoolClient } from 'pg';

export interface Ear {
  /** Resolves when it was tried for the first time, whether or not it can hear. */
  readonly tried: Promise<void>;
  close(): Promise<void>;
}

export interface EarParts {
  readonly channel: 'log' | 'access';
  /** Something was said, by the database's process with that number. */
  heard(by: number): void;
  /** It hears from now on; what was said before is not known. */
  hears?(): void;
  readonly againMs: number;
  onError(error: unknown): void;
}

/** Hears what nodes say to each other on a channel of the database, over a line that it keeps; one that breaks is told of and another is taken later. */
export function openEar(pool: Pool, { channel, heard, hears, againMs, onError }: EarParts): Ear {
  let line: PoolClient | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | null = null;
  // A line that breaks while it begins to listen says so twice: there is one next try all the same.
  const lost = (): void => {
    line?.release(true);
    line = null;
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
      line = mine;
      mine.on('notification', ({ processId }) => heard(processId));
      mine.on('error', (error) => {
        if (!closed) onError(error);
        if (line === mine) lost();
      });
      await mine.query(`listen ${channel}`);
      if (line === mine) hears?.();
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
      line?.release(true);
      line = null;
    },
  };
}
