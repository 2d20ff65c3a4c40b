import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEmbeddedJobs } from './embedded.ts';
import type { Jobs } from './queue.ts';

let jobs: Jobs;
let ran: string[];
let faults: unknown[];
let fails: number;

const open = (work = true): Jobs =>
  openEmbeddedJobs(
    async ({ data: { key } }) => {
      ran.push(key);
      if (fails > 0) {
        fails -= 1;
        throw new Error('not yet');
      }
    },
    { work, onError: (error) => void faults.push(error) },
  );

beforeEach(() => {
  vi.useFakeTimers();
  [ran, faults, fails] = [[], [], 0];
  jobs = open();
});
afterEach(async () => {
  await jobs.close();
  vi.useRealTimers();
});

describe('jobs without Redis', () => {
  it('run when they are due, not before', async () => {
    await jobs.later('reaction', 'a', 500);
    await vi.advanceTimersByTimeAsync(499);
    expect(ran).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toEqual(['a']);
  });
  it('of the same key run once while one is planned', async () => {
    await jobs.later('reaction', 'a', 100);
    await jobs.later('reaction', 'a', 10);
    await vi.advanceTimersByTimeAsync(200);
    expect(ran).toEqual(['a']);
  });
  it('that fail are tried five times with growing pauses, then counted as failed', async () => {
    fails = 99;
    await jobs.later('reaction', 'a', 0);
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ran).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(ran).toHaveLength(5);
    expect(faults).toHaveLength(5);
    expect(await jobs.counts()).toMatchObject({ failed: 1, delayed: 0 });
  });
  it('are at most eight at a time', async () => {
    let running = 0;
    let most = 0;
    await jobs.close();
    jobs = openEmbeddedJobs(
      async () => {
        most = Math.max(most, (running += 1));
        await new Promise((resolve) => setTimeout(resolve, 50));
        running -= 1;
      },
      { work: true, onError: (error) => void faults.push(error) },
    );
    for (let n = 0; n < 30; n += 1) await jobs.later('reaction', `k${n}`, 0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(most).toBe(8);
    expect(running).toBe(0);
  });
  it('are not planned by a node without the role for jobs', async () => {
    await jobs.close();
    jobs = open(false);
    await jobs.later('reaction', 'a', 0);
    await vi.advanceTimersByTimeAsync(10);
    expect(ran).toEqual([]);
  });
});
