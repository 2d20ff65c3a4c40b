import { expect, test } from 'vitest';
import { openClockOffset } from './clock-offset.ts';

test('the offset is measured between request and answer; crossing the limit is reported once each way', () => {
  const notes: string[] = [];
  const clock = openClockOffset(
    (_level, what, about) => void notes.push(`${what} ${JSON.stringify(about)}`),
    500,
  );
  expect(clock.now()).toEqual({ database: null, redis: null });
  clock.received('database', 1_000, 1_040, 1_020);
  expect(clock.now()).toEqual({ database: 0, redis: null });
  clock.received('redis', 1_000, 1_010, 1_605);
  clock.received('redis', 2_000, 2_010, 2_700);
  expect(clock.now()).toEqual({ database: 0, redis: -695 });
  expect(clock.off()).toEqual(['redis']);
  clock.received('database', 5_000, 5_000, 4_499);
  expect(clock.off()).toEqual(['database', 'redis']);
  clock.received('redis', 3_000, 3_000, 3_000);
  clock.received('database', 5_000, 5_000, 4_500);
  expect(clock.off()).toEqual([]);
  expect(notes.map((one) => one.replace(/"limitMs":500/, '…'))).toEqual([
    'the clock is off {"of":"redis","offsetMs":-600,…}',
    'the clock is off {"of":"database","offsetMs":501,…}',
    'the clock is right again {"of":"redis","offsetMs":0,…}',
    'the clock is right again {"of":"database","offsetMs":500,…}',
  ]);
});

test('an answer that was slow, or that arrived before its request because the clock jumped, is not counted', () => {
  const clock = openClockOffset(() => undefined, 500);
  clock.received('database', 1_000, 1_010, 1_005);
  clock.received('database', 1_000, 1_251, 9_000);
  clock.received('database', 1_000, 900, 9_000);
  expect(clock.now().database).toBe(0);
});
