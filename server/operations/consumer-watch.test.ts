import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stillSamples, watchConsumers } from './consumer-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openProbe() {
  const at = { head: 10, rows: 10, policies: 10, some: false, away: false };
  const faults: string[] = [];
  const changes: boolean[] = [];
  const watch = watchConsumers({
    pool: {
      query: async () => {
        if (at.away) throw new Error('away');
        return { rows: [{ some: at.some }] };
      },
    } as never,
    head: () => at.head,
    followers: [
      { name: 'rows', position: () => at.rows },
      { name: 'policies', position: () => at.policies },
    ],
    onError: (error) => faults.push(String(error)),
  });
  watch.onChange(() => changes.push(watch.setAside()));
  return { at, faults, changes, watch };
}

test('a follower that does not move for thirty seconds while the log is ahead stands still, reported once', async () => {
  const { at, faults, watch } = openProbe();
  // Quiet for long: nobody is late.
  await vi.advanceTimersByTimeAsync(stillSamples * 3_000);
  at.head = 12;
  at.policies = 12;
  await vi.advanceTimersByTimeAsync(stillSamples * 1_000 - 2_000);
  expect(watch.still()).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(watch.still()).toEqual(['rows']);
  expect(faults).toEqual(['Error: rows stands still at position 10, while the log is at 12.']);
  // It moves, though it is not level yet.
  at.rows = 11;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watch.still()).toEqual([]);
  watch.stop();
});

test('a follower that is behind but moves does not stand still', async () => {
  const { at, watch } = openProbe();
  at.head = 1_000;
  at.policies = 1_000;
  for (let second = 0; second < 60; second += 1) {
    at.rows += 1;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watch.still()).toEqual([]);
  }
  watch.stop();
});

test('an event set aside is noticed within seconds, and an outage of the store reported once', async () => {
  const { at, faults, changes, watch } = openProbe();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(changes).toEqual([]);
  at.some = true;
  await vi.advanceTimersByTimeAsync(5_000);
  at.away = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect([watch.setAside(), faults]).toEqual([true, ['Error: away']]);
  at.away = at.some = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(changes).toEqual([true, false]);
  watch.stop();
});
