import { expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import type { BookedRow, MarkRow } from './items.ts';
import { bookedItems, markItem, onDay, stepOf } from './items.ts';

const row = {
  id: '7',
  startsAt: new Date(instantOf('2026-11-18', '10:00')).toISOString(),
  iMinutes: 60,
  who: 'CU-000005',
  request: null,
} as unknown as BookedRow;
const mark = (more: Partial<MarkRow>): MarkRow => ({
  id: 'x',
  is: 'holiday',
  title: '',
  day: '2026-11-18',
  until: '2026-11-18',
  from: null,
  to: null,
  at: null,
  queue: null,
  row: null,
  mine: true,
  ...more,
});

it('an appointment with a reschedule request is shown at both times', () => {
  expect(bookedItems(row, 'Setup', 'Wished').map(({ is }) => is)).toEqual(['appointment']);
  const asked = {
    ...row,
    request: { kind: 'reschedule', appDate: '2026-11-19', slotFrom: '11:30' },
  } as BookedRow;
  const [, wish] = bookedItems(asked, 'Setup', 'Wished');
  expect([wish!.is, wish!.title, onDay(wish!, '2026-11-19')]).toEqual([
    'wish',
    'Wished · CU-000005',
    { from: 690, to: 750 },
  ]);
});

it('marks are on whole days or at their hours', () => {
  const two = markItem(mark({ until: '2026-11-19' }), 'Holiday');
  expect([two.whole, onDay(two, '2026-11-18'), onDay(two, '2026-11-19'), onDay(two, '2026-11-20')]).toEqual([
    true,
    { from: 0, to: 1440 },
    { from: 0, to: 1440 },
    null,
  ]);
  expect(onDay(markItem(mark({ is: 'block', from: '10:00', to: '12:00' }), ''), '2026-11-18')).toEqual({
    from: 600,
    to: 720,
  });
  const callback = markItem(mark({ is: 'callback', day: '', until: '', at: '2026-11-18T09:30:00.000Z' }), '');
  expect([callback.layer, onDay(callback, '2026-11-18')]).toEqual(['callback', { from: 900, to: 915 }]);
});

it('arrows move by half an hour and by a day, in reading direction', () => {
  const [item] = bookedItems(row, '', '');
  expect(stepOf(item!, 'ArrowDown', false)).toEqual({ day: '2026-11-18', minutes: 630 });
  expect(stepOf(item!, 'ArrowUp', false)).toEqual({ day: '2026-11-18', minutes: 570 });
  expect(stepOf(item!, 'ArrowRight', false)).toEqual({ day: '2026-11-19', minutes: 600 });
  expect(stepOf(item!, 'ArrowRight', true)).toEqual({ day: '2026-11-17', minutes: 600 });
  expect(stepOf(item!, 'x', false)).toBeNull();
  expect(
    stepOf(
      { from: instantOf('2026-11-18', '00:00'), to: instantOf('2026-11-18', '00:30') },
      'ArrowUp',
      false,
    ),
  ).toBeNull();
});
