import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPace, type PaceClock } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A thread that is busy only with the slices, each for the given time. */
function thread(lateMs = 0): {
  clock: PaceClock;
  worked(pace: ReturnType<typeof openPace>, busyMs: number, waitedMs?: number): Promise<number>;
} {
  let busy = 0;
  let late = 0;
  return {
    clock: { now: () => Date.now() + (late += lateMs), busy: () => busy },
    /** Runs one slice; returns how long it rested. */
    async worked(pace, busyMs, waitedMs = 0) {
      const from = Date.now();
      const done = pace.slice(async () => {
        busy += busyMs;
        await new Promise((resolve) => setTimeout(resolve, waitedMs));
      });
      await vi.runAllTimersAsync();
      await done;
      return Date.now() - from - waitedMs;
    },
  };
}

describe('pace of background work', () => {
  it('it rests five times as long as the thread was busy, between 6 and 100 ms', async () => {
    const { clock, worked } = thread();
    const pace = openPace(clock);
    expect(await worked(pace, 10)).toBe(50);
    expect(await worked(pace, 1)).toBe(6);
    expect(await worked(pace, 9_000)).toBe(100);
  });
  it('it does not rest for time spent in the store', async () => {
    const { clock, worked } = thread();
    expect(await worked(openPace(clock), 1, 500)).toBe(6);
  });
  it('slices shrink when they take long and grow when they do not, within bounds', async () => {
    const { clock, worked } = thread();
    const pace = openPace(clock);
    expect(pace.size()).toBe(1);
    for (let n = 0; n < 40; n += 1) await worked(pace, 1, 20);
    expect(pace.size()).toBe(2);
    await worked(pace, 6);
    expect(pace.size()).toBe(2);
    await worked(pace, 40);
    expect(pace.size()).toBe(1);
    await worked(pace, 40);
    expect(pace.size()).toBe(1);
  });
  it('it rests again when its own timer fired late, because others wait', async () => {
    const { clock, worked } = thread(15);
    // Read twice: before and after the first rest, 15 ms further each time.
    expect(await worked(openPace(clock), 10)).toBe(65);
  });
  it('a slice that fails is reported and not rested for', async () => {
    const { clock } = thread();
    await expect(openPace(clock).slice(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  });
});
