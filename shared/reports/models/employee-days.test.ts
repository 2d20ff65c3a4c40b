import { describe, expect, it } from 'vitest';
import { rowsAfter, type Given } from '#tests/kit/report-rows.ts';
import { employeeDays } from './employee-days.ts';

const came: Given = [
  'CheckedIn',
  { iEcicoId: 1, iPooId: 1, iDesignationId: 95, name: 'Pooja Hegde', managerId: 131 },
  '2026-11-20T04:00:00.000Z',
];
const rows = (...given: Given[]) => rowsAfter(employeeDays, 'attendance-151-2026-11-20', [came, ...given]);

describe('rows of days at work', () => {
  it('given a check-in, then at work under the manager of that day', () => {
    expect(rows()).toMatchObject([
      { day: '2026-11-20', employeeId: 151, employee: 'Pooja Hegde', managerId: 131, state: 'atWork' },
    ]);
  });

  it('given a break and a check-out, then out, and the break is taken off the time worked', () => {
    const pause: Given[] = [
      ['BreakStarted', {}, '2026-11-20T06:00:00.000Z'],
      ['BreakEnded', {}, '2026-11-20T06:30:00.000Z'],
    ];
    expect(rows(...pause.slice(0, 1))).toMatchObject([{ state: 'onBreak', pauses: 1 }]);
    const out: Given = [
      'CheckedOut',
      { dCheckOutDateTime: '2026-11-20T12:00:00.000Z' },
      '2026-11-20T12:00:00.000Z',
    ];
    expect(rows(...pause, out)).toMatchObject([{ state: 'out', pauseMinutes: 30, workedMinutes: 450 }]);
  });

  it('given a day that was voided, then it says so', () => {
    expect(rows(['AttendanceCancelled', {}])).toMatchObject([{ state: 'voided', designationId: 95 }]);
  });

  it('given a day that the system closed, then that', () => {
    const closed = { dCheckOutDateTime: '2026-11-20T13:30:00.000Z', dActualCheckOutDateTime: null };
    expect(rows(['AttendanceAutoClosed', closed])).toMatchObject([{ state: 'out', closedBySystem: 'yes' }]);
  });
});
