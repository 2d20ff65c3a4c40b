import { expect, test, vi } from 'vitest';
import { openSlots } from './slots.ts';

test('requests beyond the slots wait and enter in order as others finish', async () => {
  const slots = openSlots({ least: 2, most: 10, workMs: 100, patienceMs: 1_000, now: () => 0 });
  const came: number[] = [];
  const takes = [0, 1, 2, 3].map((n) => {
    const taken = slots.take();
    if (taken === true) came.push(n);
    else void taken.then((slot) => slot && came.push(n));
    return taken;
  });
  expect(came).toEqual([0, 1]);
  expect(slots.figures()).toEqual({ taken: 2, slots: 2, waiting: 2 });
  slots.free();
  expect(await takes[2]).toBe(true);
  expect(came).toEqual([0, 1, 2]);
  slots.free();
  expect(await takes[3]).toBe(true);
  expect(slots.figures()).toEqual({ taken: 2, slots: 2, waiting: 0 });
});

test('a request without a slot in time is refused and takes none from later ones', async () => {
  vi.useFakeTimers();
  try {
    const slots = openSlots({ least: 1, most: 10, workMs: 100, patienceMs: 300 });
    expect(slots.take()).toBe(true);
    const [first, second] = [slots.take(), (vi.advanceTimersByTime(200), slots.take())];
    vi.advanceTimersByTime(100);
    expect(await first).toBe(false);
    slots.free();
    expect(await second).toBe(true);
    slots.free();
    expect(slots.take()).toBe(true);
    expect(slots.figures()).toEqual({ taken: 1, slots: 1, waiting: 0 });
  } finally {
    vi.useRealTimers();
  }
});

test('the number of slots follows the throughput, within its bounds', () => {
  let at = 0;
  const slots = openSlots({ least: 10, most: 150, workMs: 500, patienceMs: 100, now: () => at });
  const pass = (ms: number, perSecond: number): number => {
    const every = 1_000 / perSecond;
    for (let t = 0; t < ms; t += every) {
      if (slots.take() !== true) throw new Error('no place');
      at += every;
      slots.free();
    }
    return slots.figures().slots;
  };
  expect(pass(1_000, 10)).toBe(10);
  const quick = pass(3_000, 200);
  expect(quick).toBeGreaterThan(90);
  expect(quick).toBeLessThan(110);
  expect(pass(3_000, 1_000)).toBe(150);
  expect(pass(5_000, 10)).toBe(10);
});

test('one turn of the loop admits only as many as keep it short; the others follow in order, one turn later each', async () => {
  let at = 0;
  const slots = openSlots({
    least: 200,
    most: 200,
    workMs: 100,
    patienceMs: 1_000_000,
    turnMs: 10,
    now: () => at,
  });
  const nextTurn = (): Promise<void> => new Promise((go) => setImmediate(go));
  const came: number[] = [];
  const query = (from: number, count: number): void => {
    for (let n = from; n < from + count; n += 1) {
      const taken = slots.take();
      if (taken === true) came.push(n);
      else void taken.then((slot) => slot && came.push(n));
    }
  };
  /** How many enter in one turn of that length. */
  const turn = async (ms: number): Promise<number> => {
    const before = came.length;
    at += ms;
    await nextTurn();
    return came.length - before;
  };
  query(0, 150);
  expect(came).toHaveLength(16);
  // Short turns admit more and more, long ones fewer, but always a few.
  expect(await turn(1)).toBe(24);
  expect(await turn(1)).toBe(36);
  expect(await turn(40)).toBe(9);
  expect(await turn(1_000)).toBe(4);
  expect(await turn(1)).toBe(6);
  for (let n = 0; n < 10; n += 1) await turn(1);
  expect(came).toEqual(Array.from({ length: 150 }, (_, n) => n));
  expect(slots.figures()).toEqual({ taken: 150, slots: 200, waiting: 0 });
  // A finished request makes room, but not for more than the limit in the same turn.
  await nextTurn();
  for (let n = 0; n < 150; n += 1) slots.free();
  query(150, 1);
  expect(came.at(-1)).toBe(150);
});
