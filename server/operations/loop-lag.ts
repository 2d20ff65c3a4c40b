import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface LoopLag {
  /** How late timers fired, in ms, over the last half to whole minute. */
  now(): { readonly p99: number; readonly max: number };
  stop(): void;
}

/** How often the monitor wakes the process. */
const resolution = 100;
const windowMs = 30_000;

/**
 * Measures how long the event loop was blocked. The monitor includes its own interval, which is subtracted.
 */
export function openLoopLag(): LoopLag {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const read = () => ({ p99: late(delay.percentile(99)), max: late(delay.max) });
  let before = { p99: 0, max: 0 };
  const timer = setInterval(() => {
    before = read();
    delay.reset();
  }, windowMs);
  timer.unref();
  return {
    now() {
      const now = read();
      return { p99: Math.max(now.p99, before.p99), max: Math.max(now.max, before.max) };
    },
    stop() {
      clearInterval(timer);
      delay.disable();
    },
  };
}

const late = (ns: number): number => Math.max(0, ns / 1e6 - resolution);
