import { expect, it } from 'vitest';
import type { AppointmentRow } from '#shared/feeds/appointments.ts';
import { noAppointment } from '#shared/streams/leads/appointment/state.ts';
import { byDay, firstDay, lastDay, matches, partOfDay, whyNoMove } from './days.ts';

function row(
  id: string,
  appDate: string,
  slotFrom: string,
  more: Partial<AppointmentRow> = {},
): AppointmentRow {
  return {
    ...noAppointment(id),
    id,
    appDate,
    slotFrom,
    startsAt: `${appDate}T${slotFrom}`,
    who: 'CU-000041',
    assignedName: 'Pooja Hegde',
    iAssignedTo: 151,
    iTaskStatus: 0,
    vAppType: 'sales',
    ...more,
  } as AppointmentRow;
}

it('is grouped by day and sorted by slot', () => {
  const days = byDay([
    row('3', '2026-11-24', '15:00'),
    row('1', '2026-11-23', '14:00'),
    row('2', '2026-11-23', '09:30'),
  ]);
  expect(days.map(({ day, rows }) => [day, rows.map(({ id }) => id)])).toEqual([
    ['2026-11-23', ['2', '1']],
    ['2026-11-24', ['3']],
  ]);
});

it('is found by every word, by employee and by type', () => {
  const one = row('2004', '2026-11-23', '09:30');
  expect(matches(one, 'pooja tk-002004', null, null)).toBe(true);
  expect(matches(one, 'pooja tk-002005', null, null)).toBe(false);
  expect(matches(one, '', '151', 'sales')).toBe(true);
  expect(matches(one, '', '152', null)).toBe(false);
  expect(matches(one, '', null, 'setup')).toBe(false);
});

it('a Sunday is never the first day that can be booked', () => {
  expect(firstDay(Date.parse('2026-11-21T12:00:00+05:30'))).toBe('2026-11-21');
  expect(firstDay(Date.parse('2026-11-22T12:00:00+05:30'))).toBe('2026-11-23');
  expect(lastDay(Date.parse('2026-11-21T12:00:00+05:30'), 30)).toBe('2026-12-21');
});

it('cannot be moved without the right, twice at once, after it began, or a fourth time', () => {
  const one = row('1', '2026-11-23', '09:30');
  const request = {
    kind: 'reschedule' as const,
    appDate: '2026-11-24',
    slotFrom: '10:00',
    iAssignedTo: 151,
    requestId: 'r',
    approvalId: 7,
    reason: 'x',
    by: 'Ravi',
  };
  expect(whyNoMove(one, true, 3)).toBeNull();
  expect(whyNoMove(one, false, 3)).toBe('off.right');
  expect(whyNoMove({ ...one, request }, true, 3)).toBe('off.pending');
  expect(whyNoMove({ ...one, iTaskStatus: 1 }, true, 3)).toBe('off.started');
  expect(whyNoMove({ ...one, iRescheduleCount: 3 }, true, 3)).toBe('off.limit');
});

it('the day has three parts', () => {
  expect(['08:00', '11:30', '12:00', '16:30', '17:00'].map(partOfDay)).toEqual([
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
  ]);
});
