import { performance } from 'node:perf_hooks';

/** Background work in slices so short that feeds and commands do not notice them. */
export interface Pace {
  /** How many lines the next slice may have. */
  size(): number;
  /**
   * Runs a slice, then rests for five times as long as the thread was busy, and longer while the thread is
   * behind with other work.
   */
  slice<T>(work: () => Promise<T>): Promise<T>;
}

export interface PaceClock {
  /** ms. */
  now(): number;
  /** How long the thread has been busy so far, ms; waiting for the store does not count. */
  busy(): number;
}
const here: PaceClock = {
  now: () => performance.now(),
  busy: () => performance.eventLoopUtilization().active,
};

const limits = { least: 1, most: 2, sliceMs: 4, restMs: 6, share: 5, lateMs: 5, longestMs: 100 };

/**
 * Slices grow while they keep the thread busy for less than `sliceMs` and halve at twice as long, which
 * keeps them small on a busy machine.
 */
export function openPace(clock: PaceClock = here): Pace {
  let size = 1;
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const rest = async (usedMs: number): Promise<void> => {
    if (usedMs > 2 * limits.sliceMs) size = Math.max(limits.least, Math.floor(size / 2));
    else if (usedMs < limits.sliceMs) size = Math.min(limits.most, size + 1);
    const share = Math.min(limits.longestMs, Math.max(limits.restMs, limits.share * usedMs));
    const from = clock.now();
    await wait(share);
    // A timer that fires late shows that others wait for the same thread.
    const late = clock.now() - from - share;
    if (late > limits.lateMs) await wait(Math.min(limits.longestMs, late));
  };
  return {
    size: () => size,
    async slice(work) {
      const from = clock.busy();
      const done = await work();
      await rest(clock.busy() - from);
      return done;
    },
  };
}
