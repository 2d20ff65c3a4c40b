import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { noAppointment } from '#shared/streams/leads/appointment/state.ts';
import type { OutboxEntry } from '#web/live/outbox/entry.ts';
import { currentStop, markOf, stopsOf, withUnsent } from './stop.ts';

const day = '2026-11-18';
const at = (time: string): number => instantOf(day, time);
const task = (id: number, slotFrom: string, more: object = {}) => ({
  ...noAppointment(String(id)),
  who: 'CU-000005',
  appDate: day,
  slotFrom,
  iTaskStatus: 0 as const,
  ...more,
});
const typedAt = new Date(at('10:00')).toISOString();
const entry = (command: string, body: object = {}, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  seq: 1,
  empId: 151,
  key: 'k',
  aggregate: 'appointment',
  id: '1',
  command,
  body: { ...body },
  version: null,
  files: [],
  typedAt,
  refusal: null,
  ...more,
});

describe('a stop', () => {
  it('shows unsent entries on top of the server’s state', () => {
    const typed = [
      entry('startTask'),
      entry('addVisitFile'),
      entry('recordVisitVitals', { vitals: { pulse: 70 } }),
    ];
    expect(withUnsent(task(1, '10:00'), typed)).toMatchObject({
      iTaskStatus: 1,
      startedAt: typedAt,
      unsentFiles: 1,
      vitals: { pulse: 70 },
    });
    expect(
      withUnsent(task(1, '10:00'), [...typed, entry('completeTask', { outcome: { result: 'sold' } })]),
    ).toMatchObject({
      iTaskStatus: 2,
    });
    expect(withUnsent(task(2, '11:00'), typed).unsent).toEqual([]);
  });
  it('is not changed by a refused entry, nor by later ones', () => {
    const refused = entry('startTask', {}, { refusal: { code: 'startTooLate', message: '' } });
    expect(withUnsent(task(1, '10:00'), [refused, entry('completeTask', { outcome: {} })])).toMatchObject({
      iTaskStatus: 0,
      unsent: [{ command: 'startTask' }, { command: 'completeTask' }],
    });
  });
  it.each([
    ['ahead', '09:44', {}],
    ['now', '09:45', {}],
    ['late', '10:16', {}],
    [
      'waiting',
      '10:16',
      { startRequests: [{ kind: 'time', requestId: 'r', approvalId: 1, reason: '', by: '' }] },
    ],
    ['underWay', '10:16', { iTaskStatus: 1 }],
    ['done', '10:16', { iTaskStatus: 2 }],
    ['missed', '10:16', { iTaskStatus: 5 }],
  ] as const)('is %s at %s', (mark, time, more) =>
    expect(markOf(withUnsent(task(1, '10:00', more), []), at(time))).toBe(mark),
  );
});

describe('the day', () => {
  const tasks = [
    task(3, '12:00'),
    task(1, '09:00', { iTaskStatus: 2 }),
    task(2, '10:00'),
    task(4, '10:00', { appDate: '2026-11-19' }),
    task(5, '08:00', { iTaskStatus: 4 }),
  ];
  it('has the stops of that day in sequence, without rescheduled ones', () =>
    expect(stopsOf(day, tasks, []).map(({ id }) => id)).toEqual([1, 2, 3]));
  it('is at the stop in progress, else at the first that is not over', () => {
    expect(currentStop(stopsOf(day, tasks, []))?.id).toBe(2);
    expect(currentStop(stopsOf(day, tasks, [entry('startTask', {}, { id: '3' })]))?.id).toBe(3);
  });
});
