import { describe, expect, it } from 'vitest';
import { instantOf } from '../../core/day.ts';
import { noRecord } from '../../streams/people/attendance/record.ts';
import { cutOffOn, lateStarts, startLimit, type LateStartData } from './late-starts.ts';

const day = '2026-11-18';
const ravi = {
  iEmpId: 151,
  name: 'Ravi',
  iPooId: 1,
  managerId: 5,
  iDesignationId: 9,
  designation: 'Field executive',
  active: true,
};
const cut = { iDesignationId: 9, iPooId: null, dFrom: '2026-11-01', tCutOff: '10:30', iGraceMin: 15 };
const data: LateStartData = {
  employees: [ravi, { ...ravi, iEmpId: 152, name: 'Asha', iPooId: 2 }],
  records: [],
  cutOffs: [cut],
  holidays: [],
  kept: [9],
  tasks: [],
  allowed: new Map(),
};
const at = (time: string): number => instantOf(day, time);
const late = (more: Partial<LateStartData> = {}, time = '11:00', poos: readonly number[] | 'all' = 'all') =>
  lateStarts({ ...data, ...more }, { poos, empId: 1 }, day, at(time));
const who = (...requested: Parameters<typeof late>) => late(...requested).map((row) => row.iEmpId);
const day151 = {
  ...noRecord('151-2026-11-18'),
  iEcicoId: 1,
  iCheckInCheckOutFlag: 1,
} as LateStartData['records'] extends Iterable<infer R> ? R : never;

describe('who is late', () => {
  it('nobody until the grace period has passed, then everybody without a check-in', () => {
    expect(who({}, '10:45:59')).toEqual([]);
    expect(who({}, '10:46')).toEqual([152, 151]);
    expect(late({}, '11:00')[0]).toMatchObject({
      cutOff: '10:30',
      minutesLate: 30,
      task: null,
      allowedUntil: null,
    });
  });
  it('nobody whose day has started or ended; a cancelled check-in does not count', () => {
    expect(who({ records: [day151] })).toEqual([152]);
    expect(who({ records: [{ ...day151, iCheckInCheckOutFlag: 0 }] })).toEqual([152]);
    expect(who({ records: [{ ...day151, iCancelFlag: 1 }] })).toEqual([152, 151]);
    expect(who({ records: [{ ...day151, date: '2026-11-17' }] })).toEqual([152, 151]);
  });
  it('nobody on holidays and Sundays, without a limit or attendance, or after leaving', () => {
    expect(who({ holidays: [{ date: day, name: 'Founders', pooIds: [1] }] })).toEqual([152]);
    expect(who({ holidays: [{ date: day, name: 'Founders', pooIds: null }] })).toEqual([]);
    expect(startLimit(data, '2026-11-22', 9, 1)).toBeNull();
    expect(who({ cutOffs: [{ ...cut, iDesignationId: 11 }] })).toEqual([]);
    expect(who({ cutOffs: [{ ...cut, dFrom: '2026-11-19' }] })).toEqual([]);
    expect(who({ kept: [11] })).toEqual([]);
    expect(who({ employees: [{ ...ravi, active: false }] })).toEqual([]);
  });
  it('prefers the limit of the place', () =>
    expect(who({ cutOffs: [cut, { ...cut, iPooId: 2, tCutOff: '12:00' }] })).toEqual([151]));
  it('names the first waiting task and until when a late start is allowed', () => {
    const tasks = ['14:00', '11:30'].map((slotFrom) => ({ iAssignedTo: 151, appDate: day, slotFrom }));
    const allowed = new Map([
      [151, new Date(at('11:45')).toISOString()],
      [152, new Date(at('10:59')).toISOString()],
    ]);
    expect(
      late({
        tasks: [...tasks, { iAssignedTo: 151, appDate: '2026-11-19', slotFrom: '08:00' }],
        allowed,
      }).map((row) => [row.task, row.allowedUntil]),
    ).toEqual([
      [null, null],
      ['11:30', '11:45'],
    ]);
  });
  it('shows places their own employees and managers their reports', () => {
    expect(who({}, '11:00', [2])).toEqual([152]);
    expect(lateStarts(data, { poos: [], empId: 5 }, day, at('11:00'))).toHaveLength(2);
    expect(lateStarts(data, { poos: [], empId: 6 }, day, at('11:00'))).toEqual([]);
  });
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
