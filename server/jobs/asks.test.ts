import { expect, test } from 'vitest';
import type { Handled } from '../house.ts';
import { openAsks, type AskParts } from './asks.ts';

const due = Date.parse('2026-11-18T00:30:00.000Z');

/** One ask that is kept, by itself: what was given to the house, what was planned and what was written as done. */
function one() {
  const clock = { at: due };
  const given: string[] = [];
  const planned: number[] = [];
  const parts: AskParts = {
    pool: {
      query: async () => ({
        rows: [{ ask: JSON.stringify({ kind: 'command', stream: 'signup-1', command: 'complete', input: {} }), correlation_id: 'test', due_at: new Date(due) }],
      }),
    } as never,
    clock: { now: () => clock.at },
    handle: async ({ command }) => {
      given.push(command);
      return {} as Handled;
    },
    access: { systemViewer: () => ({}) as never },
    partners: {},
    later: async (_id, delayMs) => void planned.push(delayMs),
    onError: (error) => {
      throw error;
    },
  };
  return { asks: openAsks(parts), clock, given, planned };
}

test('a job that comes a moment too early does not ask yet: the order would say that it is not time, and that would be its end', async () => {
  const { asks, clock, given, planned } = one();
  for (const early of [5_000, 50, 1]) {
    clock.at = due - early;
    await asks.run('complete-signup:7:0');
  }
  expect(given).toEqual([]);
  expect(planned).toHaveLength(3);
  for (const delay of planned) expect(delay).toBeGreaterThan(0);
});

test('a job that comes in the very millisecond asks', async () => {
  const { asks, given, planned } = one();
  await asks.run('complete-signup:7:0');
  expect([given, planned]).toEqual([['complete'], []]);
});
