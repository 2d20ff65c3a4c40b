import { describe, expect, it } from 'vitest';
import { noRecord, type AttendanceRecord } from '../../streams/people/attendance/record.ts';
import { attendanceMonth, cutOffOn, daysOf, hours, monthsTo, type MonthData } from './attendance-month.ts';

const record = (key: string, from: string, more: Partial<AttendanceRecord> = {}): AttendanceRecord => ({
  ...noRecord(key),
  iEcicoId: 1,
  iPooId: 1,
  iDesignationId: 9,
  iCheckInCheckOutFlag: 0,
  dCheckInDateTime: `${from}:00+05:30`,
  ...more,
});
const person = {
  iEmpId: 151,
  name: 'Pooja',
  iPooId: 1,
  managerId: 131,
  iDesignationId: 9,
  designation: 'Field',
  active: true,
};
const cut = { iDesignationId: 9, iPooId: null, dFrom: '2026-01-01', tCutOff: '10:30', iGraceMin: 15 };
const data: MonthData = {
  employees: [
    person,
    { ...person, iEmpId: 152, name: 'Arun', iPooId: 2 },
    { ...person, iEmpId: 160, name: 'Left', active: false },
    { ...person, iEmpId: 161, name: 'Boss', iDesignationId: 2 },
  ],
  records: [
    record('151-2026-11-16', '2026-11-16T10:45', {
      iWorkedMinutes: 480,
      dActualCheckOutDateTime: '2026-11-16T19:00:00+05:30',
    }),
    record('151-2026-11-17', '2026-11-17T10:46', { iWorkedMinutes: 20, bAutoClosed: true }),
    record('151-2026-11-18', '2026-11-18T11:30', { iCancelFlag: 1, iWorkedMinutes: 9 }),
    record('151-2026-10-31', '2026-10-31T09:00', { iWorkedMinutes: 60 }),
    { ...noRecord('151-2026-11-19') },
  ],
  cutOffs: [cut],
  holidays: [
    { date: '2026-11-20', name: 'For all', pooIds: null },
    { date: '2026-11-20', name: 'Ours', pooIds: [1] },
    { date: '2026-11-24', name: 'Theirs', pooIds: [2] },
    { date: '2026-12-25', name: 'Another month', pooIds: null },
  ],
  kept: [9],
};
const rows = (poos: readonly number[] | 'all', empId = 1, poo: number | null = null) =>
  attendanceMonth(data, { poos, empId }, '2026-11', poo);

describe('a month of attendance', () => {
  it('knows the holidays of each place', () => {
    const named = Object.fromEntries(rows('all').map((row) => [row.name, row.holidays]));
    expect(named['Pooja']).toEqual({ '2026-11-20': 'Ours' });
    expect(named['Arun']).toEqual({ '2026-11-20': 'For all', '2026-11-24': 'Theirs' });
  });
  it('classifies each day and sums up the totals', () => {
    const row = rows([1]).find((one) => one.iEmpId === 151)!;
    expect(row).toMatchObject({ worked: 500, present: 2, late: 1 });
    expect(row.days).toEqual({
      '2026-11-16': { state: 'checkedOut', in: '10:45', out: '19:00', worked: 480, marks: [] },
      '2026-11-17': { state: 'checkedOut', in: '10:46', out: null, worked: 20, marks: ['late', 'auto'] },
      '2026-11-18': { state: 'cancelled', in: '11:30', out: null, worked: null, marks: [] },
    });
  });
  it('lists employees with attendance in the viewer’s places or reporting to the viewer', () => {
    expect(rows('all').map((row) => row.name)).toEqual(['Arun', 'Pooja']);
    expect(rows([2]).map((row) => row.name)).toEqual(['Arun']);
    expect(rows([], 131).map((row) => row.name)).toEqual(['Arun', 'Pooja']);
    expect(rows([])).toEqual([]);
    expect(rows('all', 1, 2).map((row) => row.name)).toEqual(['Arun']);
  });
  it('prefers the cut-off of the place, and the latest in effect', () => {
    const all = [
      cut,
      { ...cut, dFrom: '2026-11-10', tCutOff: '11:00' },
      { ...cut, iPooId: 1, tCutOff: '09:00' },
      { ...cut, dFrom: '2026-12-01', tCutOff: '08:00' },
    ];
    expect(
      [
        cutOffOn(all, '2026-11-16', 9, 1),
        cutOffOn(all, '2026-11-16', 9, 2),
        cutOffOn(all, '2026-11-01', 9, 2),
      ].map((one) => one?.tCutOff),
    ).toEqual(['09:00', '11:00', '10:30']);
    expect(cutOffOn(all, '2026-11-16', 8, 1)).toBeNull();
  });
  it('knows its days, the months before it and how hours are written', () => {
    expect([daysOf('2026-02').length, daysOf('2028-02').length, daysOf('2026-11').at(-1)]).toEqual([
      28,
      29,
      '2026-11-30',
    ]);
    expect(monthsTo('2026-01-15', 3)).toEqual(['2026-01', '2025-12', '2025-11']);
    expect([hours(500), hours(0), hours(null)]).toEqual(['8:20', '0:00', '']);
  });
});
