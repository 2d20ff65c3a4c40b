import { expect, test, vi } from 'vitest';
import { openPlaces } from './places.ts';

test('as many as there are places come in at once, the others in order as those are done', async () => {
  const places = openPlaces({ least: 2, most: 10, workMs: 100, patienceMs: 1_000, now: () => 0 });
  const came: number[] = [];
  const takes = [0, 1, 2, 3].map((n) => {
    const taken = places.take();
    if (taken === true) came.push(n);
    else void taken.then((place) => place && came.push(n));
    return taken;
  });
  expect(came).toEqual([0, 1]);
  expect(places.figures()).toEqual({ taken: 2, places: 2, waiting: 2 });
  places.free();
  expect(await takes[2]).toBe(true);
  expect(came).toEqual([0, 1, 2]);
  places.free();
  expect(await takes[3]).toBe(true);
  expect(places.figures()).toEqual({ taken: 2, places: 2, waiting: 0 });
});

test('who finds no place in time is sent away, and takes none from those who come after', async () => {
  vi.useFakeTimers();
  try {
    const places = openPlaces({ least: 1, most: 10, workMs: 100, patienceMs: 300 });
    expect(places.take()).toBe(true);
    const [first, second] = [places.take(), (vi.advanceTimersByTime(200), places.take())];
    vi.advanceTimersByTime(100);
    expect(await first).toBe(false);
    places.free();
    expect(await second).toBe(true);
    places.free();
    expect(places.take()).toBe(true);
    expect(places.figures()).toEqual({ taken: 1, places: 1, waiting: 0 });
  } finally {
    vi.useRealTimers();
  }
});

test('there are as many places as get done in the time allowed, never fewer than the least and never more than the most', () => {
  let at = 0;
  const places = openPlaces({ least: 10, most: 150, workMs: 500, patienceMs: 100, now: () => at });
  const pass = (ms: number, perSecond: number): number => {
    const every = 1_000 / perSecond;
    for (let t = 0; t < ms; t += every) {
      if (places.take() !== true) throw new Error('no place');
      at += every;
      places.free();
    }
    return places.figures().places;
  };
  expect(pass(1_000, 10)).toBe(10);
  const quick = pass(3_000, 200);
  expect(quick).toBeGreaterThan(90);
  expect(quick).toBeLessThan(110);
  expect(pass(3_000, 1_000)).toBe(150);
  expect(pass(5_000, 10)).toBe(10);
});

test('in one turn of the loop only so many are let in that it stays short; the others come in order, a turn later each', async () => {
  let at = 0;
  const places = openPlaces({ least: 200, most: 200, workMs: 100, patienceMs: 1_000_000, turnMs: 10, now: () => at });
  const nextTurn = (): Promise<void> => new Promise((go) => setImmediate(go));
  const came: number[] = [];
  const ask = (from: number, count: number): void => {
    for (let n = from; n < from + count; n += 1) {
      const taken = places.take();
      if (taken === true) came.push(n);
      else void taken.then((place) => place && came.push(n));
    }
  };
  /** How many come in one turn that takes so long. */
  const turn = async (ms: number): Promise<number> => {
    const before = came.length;
    at += ms;
    await nextTurn();
    return came.length - before;
  };
  ask(0, 150);
  expect(came).toHaveLength(16);
  // Short turns take more and more, long ones fewer, and a few there always are.
  expect(await turn(1)).toBe(24);
  expect(await turn(1)).toBe(36);
  expect(await turn(40)).toBe(9);
  expect(await turn(1_000)).toBe(4);
  expect(await turn(1)).toBe(6);
  for (let n = 0; n < 10; n += 1) await turn(1);
  expect(came).toEqual(Array.from({ length: 150 }, (_, n) => n));
  expect(places.figures()).toEqual({ taken: 150, places: 200, waiting: 0 });
  // Who is done makes room, but not in this turn for more than it has.
  await nextTurn();
  for (let n = 0; n < 150; n += 1) places.free();
  ask(150, 1);
  expect(came.at(-1)).toBe(150);
});
