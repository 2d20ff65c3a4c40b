import { expect, test } from 'vitest';
import type { Handled } from '../core/parts.ts';
import { openReactions, type ReactionParts } from './reactions.ts';

const due = Date.parse('2026-11-18T00:30:00.000Z');

/**
 * One stored reaction in isolation: the commands it sent, the runs it planned and what was marked as done.
 */
function one() {
  const clock = { at: due };
  const given: string[] = [];
  const planned: number[] = [];
  const parts: ReactionParts = {
    pool: {
      query: async () => ({
        rows: [
          {
            reaction: JSON.stringify({ kind: 'command', stream: 'signup-1', command: 'complete', input: {} }),
            correlation_id: 'test',
            due_at: new Date(due),
          },
        ],
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
  return { reactions: openReactions(parts), clock, given, planned };
}

test('a job that comes too early is planned again instead of sending its command', async () => {
  const { reactions, clock, given, planned } = one();
  for (const early of [5_000, 50, 1]) {
    clock.at = due - early;
    await reactions.run('complete-signup:7:0');
  }
  expect(given).toEqual([]);
  expect(planned).toHaveLength(3);
  for (const delay of planned) expect(delay).toBeGreaterThan(0);
});

test('a job that comes in the very millisecond sends its command', async () => {
  const { reactions, given, planned } = one();
  await reactions.run('complete-signup:7:0');
  expect([given, planned]).toEqual([['complete'], []]);
});
