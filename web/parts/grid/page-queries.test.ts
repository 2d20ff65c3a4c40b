import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageQueries } from './page-queries.ts';
import type { GridPage } from './source.ts';

interface R {
  readonly id: string;
}
const MANY = 200_000;
let view: readonly [number, number];
let prompted: (GridPage & { answer(): void; refuse(): void })[];
let answered: number[];
let failures: unknown[];
let inputs: PageQueries<R>;

beforeEach(() => {
  vi.useFakeTimers();
  view = [0, 30];
  prompted = [];
  answered = [];
  failures = [];
  inputs = new PageQueries<R>(
    {
      getRows: (page) =>
        new Promise((resolve, reject) => {
          prompted.push({
            ...page,
            answer: () => resolve({ rows: [], total: MANY }),
            refuse: () => reject(new Error('refused')),
          });
          page.signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    },
    () => view,
    (error) => failures.push(error),
  );
});
afterEach(() => {
  inputs.end();
  vi.useRealTimers();
});

/** The grid shows these rows and requests their page. */
function fly(to: number): void {
  view = [to, to + 30];
  const start = Math.floor(to / 100) * 100;
  inputs.look();
  inputs.prompt({ start, end: start + 100, sort: [], answer: () => answered.push(start), fail: () => {} });
}
const starts = (): number[] => prompted.map(({ start }) => start);
const alive = (): number[] => prompted.filter(({ signal }) => !signal.aborted).map(({ start }) => start);

test('the first page and the adjacent one are requested at once', async () => {
  fly(0);
  expect(starts()).toEqual([0]);
  prompted[0]!.answer();
  await vi.runAllTimersAsync();
  fly(100);
  expect(starts()).toEqual([0, 100]);
});

test('fast scrolling requests no page on the way', async () => {
  fly(0);
  prompted[0]!.answer();
  await vi.runAllTimersAsync();
  for (let row = 1_000; row < MANY; row += 1_000) {
    fly(row);
    vi.advanceTimersByTime(16);
  }
  fly(MANY - 31);
  expect(starts()).toEqual([0]);
  vi.advanceTimersByTime(100);
  expect(starts()).toEqual([0, MANY - 100]);
  prompted.at(-1)!.answer();
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

test('a skipped page is loaded when it comes into view again', async () => {
  fly(0);
  prompted[0]!.answer();
  await vi.advanceTimersByTimeAsync(500);
  fly(5_000);
  fly(9_000);
  expect(alive()).toEqual([0]);
  view = [5_000, 5_030];
  inputs.look();
  vi.advanceTimersByTime(100);
  expect(starts()).toEqual([0, 5_000]);
  prompted.at(-1)!.answer();
  await vi.runAllTimersAsync();
  expect(answered).toEqual([0, 5_000]);
});

test('a page requested again is answered once, to the last request', async () => {
  let old = '';
  inputs.prompt({
    start: 0,
    end: 100,
    sort: [],
    answer: () => (old = 'answered'),
    fail: () => (old = 'let go'),
  });
  vi.advanceTimersByTime(500);
  fly(0);
  expect(old).toBe('let go');
  expect(alive()).toEqual([0]);
  for (const page of prompted) page.answer();
  await vi.runAllTimersAsync();
  expect(answered).toEqual([0]);
});

test('a failed page is reported; an aborted one is not', async () => {
  fly(0);
  prompted[0]!.refuse();
  await vi.runAllTimersAsync();
  expect(failures).toHaveLength(1);
  vi.advanceTimersByTime(500);
  fly(700);
  inputs.end();
  await vi.runAllTimersAsync();
  expect(failures).toHaveLength(1);
});
