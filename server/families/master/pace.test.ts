import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Rests once after a slice of `usedMs`; answers how long. The timer comes `lateMs` late. */
async function rested(pace: ReturnType<typeof openPace>, usedMs: number): Promise<number> {
  const from = Date.now();
  const done = pace.rest(usedMs);
  await vi.runAllTimersAsync();
  await done;
  return Date.now() - from;
}

describe('pace of background work', () => {
  it('rests three times as long as it worked, never less than 6 ms nor more than 100', async () => {
    const pace = openPace(() => Date.now());
    expect(await rested(pace, 10)).toBe(30);
    expect(await rested(pace, 1)).toBe(6);
    expect(await rested(pace, 9_000)).toBe(100);
  });
  it('takes smaller slices when they last, larger ones when they do not, within bounds', async () => {
    const pace = openPace(() => Date.now());
    expect(pace.size()).toBe(1);
    for (let n = 0; n < 40; n += 1) await rested(pace, 1);
    expect(pace.size()).toBe(2);
    await rested(pace, 3);
    expect(pace.size()).toBe(2);
    await rested(pace, 40);
    expect(pace.size()).toBe(1);
    await rested(pace, 40);
    expect(pace.size()).toBe(1);
  });
  it('rests again when its own timer came late, because others wait', async () => {
    let drift = 0;
    const pace = openPace(() => Date.now() + (drift += 15));
    // Asked twice: before and after the first rest, 15 ms further each time.
    expect(await rested(pace, 10)).toBe(45);
  });
});
