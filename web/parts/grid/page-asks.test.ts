import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageAsks } from './page-asks.ts';
import type { GridPage } from './source.ts';

interface R {
  readonly id: string;
}
const MANY = 200_000;
let view: readonly [number, number];
let asked: (GridPage & { answer(): void; refuse(): void })[];
let answered: number[];
let failures: unknown[];
let asks: PageAsks<R>;

beforeEach(() => {
  vi.useFakeTimers();
  view = [0, 30];
  asked = [];
  answered = [];
  failures = [];
  asks = new PageAsks<R>(
    {
      getRows: (page) =>
        new Promise((resolve, reject) => {
          asked.push({ ...page, answer: () => resolve({ rows: [], total: MANY }), refuse: () => reject(new Error('refused')) });
          page.signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    },
    () => view,
    (error) => failures.push(error),
  );
});
afterEach(() => {
  asks.end();
  vi.useRealTimers();
});

/** The grid shows these rows and asks for the page they stand in. */
function fly(to: number): void {
  view = [to, to + 30];
  const start = Math.floor(to / 100) * 100;
  asks.look();
  asks.ask({ start, end: start + 100, sort: [], answer: () => answered.push(start), fail: () => {} });
}
const starts = (): number[] => asked.map(({ start }) => start);
const alive = (): number[] => asked.filter(({ signal }) => !signal.aborted).map(({ start }) => start);

test('the first page and the next one of somebody who reads on are asked for at once', async () => {
  fly(0);
  expect(starts()).toEqual([0]);
  asked[0]!.answer();
  await vi.runAllTimersAsync();
  fly(100);
  expect(starts()).toEqual([0, 100]);
});

test('a flight to the end asks for no page on its way', async () => {
  fly(0);
  asked[0]!.answer();
  await vi.runAllTimersAsync();
  for (let row = 1_000; row < MANY; row += 1_000) {
    fly(row);
    vi.advanceTimersByTime(16);
  }
  fly(MANY - 31);
  expect(starts()).toEqual([0]);
  vi.advanceTimersByTime(100);
  expect(starts()).toEqual([0, MANY - 100]);
  asked.at(-1)!.answer();
  await vi.runAllTimersAsync();
  expect(answered).toEqual([0, MANY - 100]);
  expect(failures).toEqual([]);
});

test('a page that is left while it is read is given up', async () => {
  fly(0);
  fly(5_000);
  vi.advanceTimersByTime(100);
  expect(starts()).toEqual([0, 5_000]);
  expect(alive()).toEqual([5_000]);
});

test('a page that was flown past is read when it comes into view again, though the grid does not ask twice', async () => {
  fly(0);
  asked[0]!.answer();
  await vi.advanceTimersByTimeAsync(500);
  fly(5_000);
  fly(9_000);
  expect(alive()).toEqual([0]);
  view = [5_000, 5_030];
  asks.look();
  vi.advanceTimersByTime(100);
  expect(starts()).toEqual([0, 5_000]);
  asked.at(-1)!.answer();
  await vi.runAllTimersAsync();
  expect(answered).toEqual([0, 5_000]);
});

test('a page that is asked for again is answered once, to who asked last', async () => {
  let old = '';
  asks.ask({ start: 0, end: 100, sort: [], answer: () => (old = 'answered'), fail: () => (old = 'let go') });
  vi.advanceTimersByTime(500);
  fly(0);
  expect(old).toBe('let go');
  expect(alive()).toEqual([0]);
  for (const page of asked) page.answer();
  await vi.runAllTimersAsync();
  expect(answered).toEqual([0]);
});

test('a page that could not be read is told; one that was given up is not', async () => {
  fly(0);
  asked[0]!.refuse();
  await vi.runAllTimersAsync();
  expect(failures).toHaveLength(1);
  vi.advanceTimersByTime(500);
  fly(700);
  asks.end();
  await vi.runAllTimersAsync();
  expect(failures).toHaveLength(1);
});
