import { performance } from 'node:perf_hooks';

/** Work in the background, in slices so short that feeds and orders do not notice them. */
export interface Pace {
  /** How many lines the next slice may have. */
  size(): number;
  /** Does a slice, then gives the house five times the time for which its thread was busy meanwhile, and more while it is behind with its own work. */
  slice<T>(work: () => Promise<T>): Promise<T>;
}

export interface PaceClock {
  /** ms. */
  now(): number;
  /** For how long the thread was busy so far, ms: waiting for the store takes no time of anybody. */
  busy(): number;
}
const here: PaceClock = { now: () => performance.now(), busy: () => performance.eventLoopUtilization().active };

const limits = { least: 1, most: 2, sliceMs: 4, restMs: 6, share: 5, lateMs: 5, longestMs: 100 };

/** Slices grow while the thread is busy with them for less than `sliceMs` and halve at twice as long: on a busy machine they are small by themselves. */
export function openPace(clock: PaceClock = here): Pace {
  let size = 1;
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const rest = async (usedMs: number): Promise<void> => {
    if (usedMs > 2 * limits.sliceMs) size = Math.max(limits.least, Math.floor(size / 2));
    else if (usedMs < limits.sliceMs) size = Math.min(limits.most, size + 1);
    const share = Math.min(limits.longestMs, Math.max(limits.restMs, limits.share * usedMs));
    const from = clock.now();
    await wait(share);
    // A timer that fires late says that others wait for the same thread.
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
