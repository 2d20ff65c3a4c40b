/** Work in the background, in slices so short that feeds and orders do not notice them. */
export interface Pace {
  /** How many lines the next slice may have. */
  size(): number;
  /** Gives the house three times the time that the slice took, and more while it is behind with its own work. */
  rest(usedMs: number): Promise<void>;
}

const limits = { least: 1, most: 2, sliceMs: 2, lateMs: 5, longestMs: 100 };

/** Slices grow while they stay under `sliceMs` and halve when one took twice as long: on a busy machine they are small by themselves. */
export function openPace(now: () => number = () => performance.now()): Pace {
  let size = 1;
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  return {
    size: () => size,
    async rest(usedMs) {
      if (usedMs > 2 * limits.sliceMs) size = Math.max(limits.least, Math.floor(size / 2));
      else if (usedMs < limits.sliceMs) size = Math.min(limits.most, size + 1);
      const share = Math.min(limits.longestMs, Math.max(6, 3 * usedMs));
      const from = now();
      await wait(share);
      // A timer that fires late says that others wait for the same thread.
      const late = now() - from - share;
      if (late > limits.lateMs) await wait(Math.min(limits.longestMs, late));
    },
  };
}
