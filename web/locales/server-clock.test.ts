import { expect, test, vi } from 'vitest';
import { createServerClock, onSecond, serverClock, serverSecond } from './server-clock.ts';

test('a wrong local clock is corrected by a frame', () => {
  let local = 1_000_000;
  const clock = createServerClock(() => local);
  expect(clock.offset()).toBeNull();
  clock.received(1_600_000, 20);
  expect(clock.now()).toBe(1_600_010);
  local += 5_000;
  expect(clock.now()).toBe(1_605_010);
});

test('a delayed frame does not pull the clock back, a real step does', () => {
  const clock = createServerClock(() => 0);
  clock.received(10_000);
  clock.received(9_800);
  expect(clock.now()).toBe(10_000);
  clock.received(2_000);
  expect(clock.now()).toBe(2_000);
});

test('answers narrow it down to their shortest round trip', () => {
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
    clock.receivedAnswer(header, sent, local);
  }
  expect(Math.abs((clock.offset() ?? 0) - truth)).toBeLessThan(15);
});

test('an answer after the clock really moved is trusted; a frame takes precedence', () => {
  const clock = createServerClock(() => 0);
  clock.receivedAnswer('10000', 0, 0);
  clock.receivedAnswer('70000', 0, 0);
  expect(clock.now()).toBe(70_000);
  clock.received(5_000);
  clock.receivedAnswer('90000', 0, 0);
  expect(clock.now()).toBe(5_000);
});

test('a nonsense time changes nothing', () => {
  const clock = createServerClock(() => 7);
  for (const header of [null, '', 'yesterday', 'Wed, 18 Nov 2026 05:00:00 GMT', '-5', '1e9', '9'.repeat(20)])
    clock.receivedAnswer(header, 0, 1);
  expect(clock.offset()).toBeNull();
});

test('second listeners are on the right day once the clock is corrected', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const received = vi.fn<() => void>();
  const end = onSecond(received);
  serverClock.receivedAnswer(String(90_000_000), 1_000_000, 1_000_000);
  expect(serverSecond()).toBe(90_000);
  expect(received).toHaveBeenCalledOnce();
  serverClock.received(90_000_100);
  expect(received).toHaveBeenCalledOnce();
  end();
  vi.advanceTimersByTime(600_000);
  expect(serverSecond()).toBe(90_600);
  vi.useRealTimers();
});
