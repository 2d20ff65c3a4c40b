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
