import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

test('a wrong local clock is put right by a frame', () => {
  let local = 1_000_000;
  const clock = createServerClock(() => local);
  expect(clock.offset()).toBeNull();
  clock.heard(1_600_000, 20);
  expect(clock.now()).toBe(1_600_010);
  local += 5_000;
  expect(clock.now()).toBe(1_605_010);
});

test('a delayed frame does not pull the clock back, a real step does', () => {
  const clock = createServerClock(() => 0);
  clock.heard(10_000);
  clock.heard(9_800);
  expect(clock.now()).toBe(10_000);
  clock.heard(2_000);
  expect(clock.now()).toBe(2_000);
});

test('whole-second dates narrow down to well under a second', () => {
  let local = 0;
  const truth = 600_345; // server minus local
  const clock = createServerClock(() => local);
  for (let i = 0; i < 40; i += 1) {
    local += 137;
    const sent = local;
    const server = local + 15 + truth;
    local += 30;
    clock.heardDate(new Date(Math.floor(server / 1000) * 1000).toUTCString(), sent, local);
  }
  expect(Math.abs((clock.offset() ?? 0) - truth)).toBeLessThan(100);
});

test('a nonsense date changes nothing', () => {
  const clock = createServerClock(() => 7);
  clock.heardDate('yesterday', 0, 1);
  clock.heardDate(null, 0, 1);
  expect(clock.offset()).toBeNull();
});
