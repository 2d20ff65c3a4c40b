import { afterEach, expect, it, vi } from 'vitest';
import { leadStatusReport } from '#shared/reports/lead-status.ts';
import { api } from '#web/live/api.ts';
import { reportRows, sortText } from './rows.ts';

afterEach(() => void vi.restoreAllMocks());

it('asks for every column that the list is sorted by, in their order', () => {
  expect(sortText([])).toBeUndefined();
  expect(
    sortText([
      { key: 'city', way: 'asc' },
      { key: 'createdAt', way: 'desc' },
    ]),
  ).toBe('city,-createdAt');
});

it('asks for no more columns than the server sorts by', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => ({ key, way: 'asc' }) as const);
  expect(sortText(many)).toBe('a,b,c,d,e');
});

it('ends after the rows that a screen holds, however many there are', async () => {
  let read = 0;
  vi.spyOn(api, 'get').mockImplementation(async () => {
    read += 100;
    const rows = Array.from({ length: 100 }, (_row, i) => ({ id: String(read - 100 + i) }));
    return { rows, next: String(read) };
  });
  const source = reportRows(leadStatusReport, {}, async () => 1_000_000);
  const { signal } = new AbortController();
  const { rows, total } = await source.getRows({ start: 9_900, end: 10_000, sort: [], signal });
  expect(total).toBe(10_000);
  expect(rows.at(-1)).toEqual({ id: '9999' });
});

it('reads shown pages again from the rows they began with, and from the top once outdated', async () => {
  const asked: unknown[] = [];
  let first = 0;
  vi.spyOn(api, 'get').mockImplementation(async (_path, options) => {
    const { after } = options!.query as { after?: string };
    asked.push(after);
    const from = after === undefined ? first : Number(after);
    const rows = Array.from({ length: 100 }, (_row, i) => ({ id: String(from + i) }));
    return { rows, next: String(from + 100) };
  });
  const source = reportRows(leadStatusReport, {}, async () => 1_000);
  const { signal } = new AbortController();
  const page = (start: number) => source.getRows({ start, end: start + 100, sort: [], signal });
  expect(source.counted()).toBeNull();
  await page(0);
  await page(100);
  expect(source.counted()).toBe(1_000);
  expect(asked.splice(0)).toEqual([undefined, '100']);

  // Two rows came on top: the first page begins with them, the second does not move.
  first = -2;
  const { rows, gone } = await source.again(signal);
  expect(asked.splice(0)).toEqual([undefined, '100']);
  expect([rows.length, rows[0]!.id, gone]).toEqual([200, '-2', 2]);

  source.outdate();
  expect((await page(100)).rows[0]!.id).toBe('98');
  expect(asked).toEqual([undefined, '98']);
});
