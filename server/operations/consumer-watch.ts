import type { Pool } from 'pg';
import { awayOnce } from '#shared/core/away-once.ts';
import { every } from '../store/every.ts';

/** What follows the log, and how far it has come. */
export interface Follower {
  readonly name: string;
  readonly position: () => number;
}

export interface ConsumerWatch {
  /** The names of followers that have not moved for `stillSamples` seconds although the log is ahead of them. */
  still(): readonly string[];
  /** Whether an event is set aside for any consumer. */
  setAside(): boolean;
  onChange(listener: () => void): void;
  stop(): void;
}

/**
 * A follower found at the same position so many times in a row, a second apart, stands still. Samples are counted and no time is
 * measured: neither a clock that is set nor a process that was stopped makes a follower stand still.
 */
export const stillSamples = 30;
const sampleMs = 1_000;
const countMs = 5_000;

/** Watches whether consumers of the log get on, and whether one of them goes on without an event. */
export function watchConsumers(parts: {
  readonly pool: Pick<Pool, 'query'>;
  readonly head: () => number;
  readonly followers: readonly Follower[];
  readonly onError: (error: unknown) => void;
}): ConsumerWatch {
  const { pool, head, followers, onError } = parts;
  const moved = new Map(followers.map(({ name }) => [name, { position: -1, times: 0 }]));
  const listeners: (() => void)[] = [];
  const away = awayOnce(onError);
  let still: readonly string[] = [];
  let setAside = false;

  const sample = (): void => {
    const found: string[] = [];
    for (const { name, position } of followers) {
      const last = moved.get(name)!;
      const at = position();
      const times = at >= head() || at !== last.position ? 0 : last.times + 1;
      moved.set(name, { position: at, times });
      if (times >= stillSamples) {
        found.push(name);
        if (!still.includes(name))
          onError(new Error(`${name} stands still at position ${at}, while the log is at ${head()}.`));
      }
    }
    still = found;
  };
  const count = async (): Promise<void> => {
    try {
      const { rows } = await pool.query<{ some: boolean }>('select exists (select from set_aside) as some');
      away.back();
      if (rows[0]!.some === setAside) return;
      setAside = !setAside;
      for (const listener of listeners) listener();
    } catch (error) {
      away.fault(error);
    }
  };
  const stops = [every(sampleMs, sample), every(countMs, () => void count())];
  void count();

  return {
    still: () => still,
    setAside: () => setAside,
    onChange: (listener) => void listeners.push(listener),
    stop() {
      for (const stop of stops) stop();
    },
  };
}
