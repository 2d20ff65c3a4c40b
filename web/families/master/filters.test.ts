import { expect, test } from 'vitest';
import { employeeList, product, zone } from '#shared/masters/index.ts';
import { filterFields } from './filters.ts';

test('a long list offers six likely filters first, those that are picked and shown before those that are typed', () => {
  const { likely, others } = filterFields(product, []);
  expect(likely.map(({ name }) => name)).toHaveLength(6);
  expect(likely.map(({ name }) => name)).toEqual(expect.arrayContaining(['vKind', 'vForm', 'schedules']));
  expect(others.map(({ name }) => name)).toContain('vName');
  expect(new Set([...likely, ...others].map(({ name }) => name)).size).toBe(likely.length + others.length);
});

test('a filter in use is among the first, and a short list shows all', () => {
  expect(filterFields(employeeList, ['vEmpFname']).likely.map(({ name }) => name)).toContain('vEmpFname');
  expect(filterFields(zone, []).others).toEqual([]);
});
