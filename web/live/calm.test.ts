import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Calm } from './calm.ts';

let busy = false;
let ends: (() => void)[] = [];
let signals: AbortSignal[] = [];
let calm: Calm;
beforeEach(() => {
  vi.useFakeTimers();
  busy = false;
  ends = [];
  signals = [];
  calm = new Calm({
    run: (signal) => {
      signals.push(signal);
      return new Promise((resolve) => ends.push(resolve));
    },
    busy: () => busy,
  });
});
afterEach(() => {
  calm.end();
  vi.useRealTimers();
});
const rounds = (): number => ends.length;
const end = async (): Promise<void> => {
  ends.at(-1)!();
  await vi.advanceTimersByTimeAsync(0);
};

it('shows changes that come together in one round, within a second', async () => {
  for (let i = 0; i < 5; i += 1) calm.changed();
  expect(rounds()).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds()).toBe(1);
});

it('rests between two rounds, and shows what changed during one', async () => {
  calm.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  calm.changed();
  await end();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(rounds()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds()).toBe(2);
  await end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds()).toBe(2);
});

it('rests ten times as long as a slow round took', async () => {
  calm.changed();
  await vi.advanceTimersByTimeAsync(3_000);
  await end();
  calm.changed();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(rounds()).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(rounds()).toBe(2);
});

it('waits while the reader is busy', async () => {
  busy = true;
  calm.changed();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(rounds()).toBe(0);
  busy = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds()).toBe(1);
});

it('stops when the list is closed', async () => {
  calm.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  calm.changed();
  calm.end();
  expect(signals[0]!.aborted).toBe(true);
  await end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds()).toBe(1);
});
