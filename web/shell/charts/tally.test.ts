import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayText, fieldsOf, rowsOf, tally } from './tally.ts';

const rows = [
  {
    id: '1',
    state: 'waiting',
    pooId: 1,
    attempts: 2,
    enteredAt: '2026-11-18T20:00:00.000Z',
    holder: null,
    priority: 3,
  },
  {
    id: '2',
    state: 'waiting',
    pooId: 2,
    attempts: 0,
    enteredAt: '2026-11-18T05:00:00.000Z',
    holder: { empId: 1, name: 'Kiran' },
    priority: 3,
  },
  {
    id: '3',
    state: 'claimed',
    pooId: 1,
    attempts: 4,
    enteredAt: '2026-11-17T05:30:00.000Z',
    holder: { empId: 1, name: 'Kiran' },
    priority: null,
  },
];
const flat = (split: string, measure: string) =>
  tally(rows, split, measure).groups.map(({ key, value }) => [key, value]);

test('counts by a field, the largest first', () => {
  expect(flat('state', 'count')).toEqual([
    ['waiting', 2],
    ['claimed', 1],
  ]);
  expect(flat('holder', 'count')).toEqual([
    ['Kiran', 2],
    ['', 1],
  ]);
});
test('adds up and averages; missing numbers do not lower the average', () => {
  expect(flat('pooId', 'sum:attempts')).toEqual([
    ['1', 6],
    ['2', 0],
  ]);
  expect(flat('state', 'avg:priority')).toEqual([
    ['waiting', 3],
    ['claimed', 0],
  ]);
});
test('instants are grouped by their day in India, sorted', () => {
  expect(flat('enteredAt', 'count')).toEqual([
    ['2026-11-17', 1],
    ['2026-11-18', 1],
    ['2026-11-19', 1],
  ]);
  expect(flat('hour:enteredAt', 'count')).toEqual([
    ['01:00', 1],
    ['10:00', 1],
    ['11:00', 1],
  ]);
  expect(dayText('2026-11-17')).toBe('17-11-2026');
});
test('finds fields to group and to sum up', () => {
  const { splits, sums } = fieldsOf(rows);
  expect(splits).toEqual(['state', 'pooId', 'attempts', 'enteredAt', 'hour:enteredAt', 'holder', 'priority']);
  expect(sums).toEqual(['attempts']);
});
test('no row is lost and none is counted twice', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ a: fc.oneof(fc.string(), fc.integer(), fc.constant(null)), b: fc.integer() })),
      (many) => {
        expect(tally(many, 'a', 'count').groups.reduce((sum, group) => sum + group.value, 0)).toBe(
          many.length,
        );
        expect(tally(many, 'a', 'sum:b').groups.reduce((sum, group) => sum + group.value, 0)).toBe(
          many.reduce((sum, row) => sum + row.b, 0),
        );
      },
    ),
  );
});

test('what names, ranks or marks something is not offered for adding up', () => {
  const marked = { iDesignationId: 4, iTaskStatus: 1, bManualCheckIn: 1, priority: 3, subjectVersion: 2 };
  const row = { ...marked, iWorkedMinutes: 480, iRescheduleCount: 2, attempts: 1, amountPaise: 100 };
  expect(fieldsOf([row]).sums).toEqual(['iWorkedMinutes', 'iRescheduleCount', 'attempts', 'amountPaise']);
});

test('the rows behind a figure are the rows that its group counts', () => {
  for (const split of ['state', 'pooId', 'holder', 'enteredAt', 'hour:enteredAt'])
    for (const group of tally(rows, split, 'count').groups) {
      const behind = rowsOf(rows, split, group.key);
      expect(behind).toHaveLength(group.rows);
      expect(tally(behind, split, 'count').groups).toEqual([group]);
    }
});
