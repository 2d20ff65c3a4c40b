import { expect, it } from 'vitest';
import type { StoredEvent } from '../core/event.ts';
import { callsPresence, presenceView } from './presence.ts';

let n = 0;
const event = (stream: string, type: string, data: object = {}, minute = (n += 1)): StoredEvent => ({
  position: n,
  stream,
  version: n,
  id: `e${n}`,
  type,
  at: new Date(Date.parse('2026-11-18T04:30:00.000Z') + minute * 60_000).toISOString(),
  actor: { kind: 'person', empId: 101, name: 'Ravi' },
  data,
  correlationId: 'c',
});
const day = 'attendance-101-2026-11-18';
const checkIn = {
  iEcicoId: 1,
  iEmpId: 101,
  iPooId: 1,
  iDesignationId: 11,
  dCheckInDateTime: '2026-11-18T04:00:00.000Z',
};
const story = (events: readonly StoredEvent[]): (string | null)[] => {
  let row: ReturnType<typeof presenceView.row> = null;
  return events.map((one) => {
    for (const id of presenceView.ids(one)) row = presenceView.row(row ?? undefined, one, id);
    return row && (callsPresence.see(row, { poos: [1] }, row.id)?.state ?? null);
  });
};

it('an agent is ready, working, on a call, in wrap-up, on a break, and gone', () => {
  const item = 'queueitem-pharma-lead-queue-1';
  expect(
    story([
      event(day, 'CheckedIn', checkIn),
      event('agentwork-101', 'WorkTaken', { item, leaseId: 'l', ref: 'LD-000001', group: 'calls' }),
      event('caller-101', 'ItemServed', {}),
      event('caller-101', 'CallLineTaken', { call: 'call-7', item }),
      event('call-7', 'CallEnded', { empId: 101 }),
      event('caller-101', 'CallLineFreed', { call: 'call-7' }),
      event('agentwork-101', 'WorkEnded', { item, leaseId: 'l' }),
      event(day, 'BreakStarted', {}),
      event(day, 'BreakEnded', {}),
      event(day, 'CheckedOut', {}),
    ]),
  ).toEqual([
    'ready',
    'working',
    'previewing',
    'onCall',
    'wrapUp',
    'working',
    'ready',
    'onBreak',
    'ready',
    null,
  ]);
});

it('a wrap-up is not hidden by a check-out that waits for it, and others see their own places only', () => {
  const row = presenceView.row(undefined, event(day, 'CheckedIn', checkIn), '101');
  expect(row && callsPresence.see(row, { poos: [3] }, '101')).toBeNull();
});
