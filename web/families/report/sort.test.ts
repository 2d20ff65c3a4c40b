import { expect, it } from 'vitest';
import { leadStatusReport } from '#shared/reports/lead-status.ts';
import { readFilters } from './use-report-state.ts';
import { sortOf, withSort } from './use-sort.ts';

const [first, second, third] = leadStatusReport.columns.map(({ name }) => name) as [string, string, string];
const sortIn = (sort: string, masked: readonly string[] = []): string =>
  readFilters(leadStatusReport, (name) => (name === 'sort' ? sort : null), masked).sort;

it('reads the sort of an address, without what is unknown, masked or named twice', () => {
  expect(sortIn(`-${first},${second}`)).toBe(`-${first},${second}`);
  expect(sortIn(`${first},nothing,-${first},`)).toBe(first);
  expect(sortIn(`${first},-${second}`, [first])).toBe(`-${second}`);
});

it('reads no more sorted columns than the server takes', () => {
  const names = leadStatusReport.columns.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(sortIn(names.join(',')).split(',')).toHaveLength(5);
});

it('puts the sort of an address in place of the one that an arrangement was kept with', () => {
  const kept = [
    { id: second, sort: 'asc', sortIndex: 0, width: 90 },
    { id: first, sort: null, sortIndex: null },
  ] as const;
  const arranged = withSort(leadStatusReport, kept, `-${first}`);
  expect(arranged.map(({ id, width }) => [id, width])).toEqual([
    [second, 90],
    [first, undefined],
  ]);
  expect(sortOf(arranged)).toBe(`-${first}`);
  expect(sortOf(withSort(leadStatusReport, kept, ''))).toBeUndefined();
});

it('sorts a report whose columns nobody arranged, in the order of the address', () => {
  expect(sortOf(withSort(leadStatusReport, [], `${third},-${first}`))).toBe(`${third},-${first}`);
  expect(withSort(leadStatusReport, [], '')).toEqual([]);
});
