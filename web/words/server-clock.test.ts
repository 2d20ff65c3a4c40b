import { expect, test, vi } from 'vitest';
import { createServerClock, onSecond, serverClock, serverSecond } from './server-clock.ts';

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

test('answers narrow it down to what their shortest way allows', () => {
  let local = 0;
  const truth = 600_345; // server minus local
  const clock = createServerClock(() => local);
  for (const [there, back] of [
    [400, 20],
    [15, 15],
    [3, 900],
  ] as const) {
    const sent = local;
    local += there;
    const header = String(local + truth);
    local += back;
    clock.heardAnswer(header, sent, local);
  }
  expect(Math.abs((clock.offset() ?? 0) - truth)).toBeLessThan(15);
});

test('an answer after the clock really moved is believed; a frame is believed more', () => {
  const clock = createServerClock(() => 0);
  clock.heardAnswer('10000', 0, 0);
  clock.heardAnswer('70000', 0, 0);
  expect(clock.now()).toBe(70_000);
  clock.heard(5_000);
  clock.heardAnswer('90000', 0, 0);
  expect(clock.now()).toBe(5_000);
});

test('a nonsense time changes nothing', () => {
  const clock = createServerClock(() => 7);
  for (const header of [null, '', 'yesterday', 'Wed, 18 Nov 2026 05:00:00 GMT', '-5', '1e9', '9'.repeat(20)]) clock.heardAnswer(header, 0, 1);
  expect(clock.offset()).toBeNull();
});

test('who counts seconds stands on the right day as soon as the clock was put right', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const heard = vi.fn<() => void>();
  const end = onSecond(heard);
  serverClock.heardAnswer(String(90_000_000), 1_000_000, 1_000_000);
  expect(serverSecond()).toBe(90_000);
  expect(heard).toHaveBeenCalledOnce();
  serverClock.heard(90_000_100);
  expect(heard).toHaveBeenCalledOnce();
  end();
  vi.advanceTimersByTime(600_000);
  expect(serverSecond()).toBe(90_600);
  vi.useRealTimers();
});
