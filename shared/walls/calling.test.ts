import { expect, it } from 'vitest';
import type { StoredEvent } from '../core/event.ts';
import type { WallMark } from '../families/wall-marks.ts';
import { callingWall, callingWallView } from './calling.ts';
import { floor } from './floor.ts';
import { leadsWall, leadsWallView } from './leads.ts';

const now = Date.parse('2026-11-18T05:00:00.000Z');
const iso = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
let position = 0;
const event = (stream: string, type: string, data: object, minutes: number): StoredEvent => ({
  position: (position += 1),
  stream,
  version: 1,
  id: `e${position}`,
  type,
  at: iso(minutes),
  actor: { kind: 'person', empId: 101, name: 'Ravi Kulkarni' },
  data,
  correlationId: '',
});
interface View<R> {
  readonly ids: (event: StoredEvent) => readonly string[];
  readonly row: (row: R | undefined, event: StoredEvent, id: string) => R | null;
}
function folded<R>(view: View<R>, events: readonly StoredEvent[]): Map<string, R> {
  const rows = new Map<string, R>();
  for (const one of events)
    for (const id of view.ids(one)) {
      const row = view.row(rows.get(id), one, id);
      if (row) rows.set(id, row);
      else rows.delete(id);
    }
  return rows;
}
const entered = (queue: string, n: number, minutes: number) =>
  event(
    `queueitem-${queue}-${n}`,
    'QueueItemEntered',
    { enteredAt: iso(minutes), warnAt: iso(minutes + 30), breachAt: iso(minutes + 120) },
    minutes,
  );
const face = {
  ref: 'LD-000007',
  name: 'Mohan Rao',
  phoneKey: '5550110021',
  pooId: 1,
  attempts: 0,
  priority: 0,
};
const created = (n: number, minutes: number) =>
  event(`lead-${n}`, 'LeadCreated', { name: 'Mohan Rao', phone: '5550110021', pooId: 1, leadId: n }, minutes);

it('a row waits on the calling floor, is held, rests while parked and is gone when done', () => {
  const item = 'queueitem-pharma-lead-queue-7';
  const states = [
    entered('pharma-lead-queue', 7, 0),
    event(item, 'QueueItemClaimed', { empId: 101 }, 1),
    event(item, 'QueueItemParked', { until: iso(60) }, 2),
    event(item, 'QueueItemReturned', {}, 60),
    event(item, 'QueueItemCompleted', {}, 61),
  ];
  const seen = states.map(
    (_one, n) => folded(callingWallView, states.slice(0, n + 1)).get('calls:7')?.mark?.state,
  );
  expect(seen).toEqual(['waiting', 'held', 'question', 'waiting', undefined]);
});
it('agents count as ready, busy or on a break, without a name', () => {
  const day = 'attendance-101-2026-11-18';
  const events = [
    event(day, 'CheckedIn', { iEmpId: 101, iEcicoId: 5, iPooId: 1, date: '2026-11-18' }, 0),
    event('agentwork-101', 'WorkTaken', { item: 'queueitem-x-1', ref: 'LD-000001' }, 1),
  ];
  const marks = [...folded(callingWallView, events).values()].flatMap((row) => {
    const mark = callingWall.feed.see(row, { poos: 'all' }, '');
    return mark ? [mark] : [];
  });
  expect(marks).toMatchObject([{ board: 'agents', state: 'held' }]);
  expect(JSON.stringify(marks)).not.toContain('Ravi');
});
it('a lead is reached by its first call, and its result counts once', () => {
  const rows = folded(leadsWallView, [
    created(7, 0),
    event('lead-7', 'LeadCallStarted', { callId: 1 }, 12),
    event('lead-7', 'LeadCallStarted', { callId: 2 }, 90),
    event('lead-7', 'LeadAppointmentFixed', { callId: 2, appointmentId: 9 }, 92),
    event('call-2', 'CallDispositioned', { code: 'ORDER_TAKEN', pooId: 1 }, 92),
    event('call-3', 'CallDispositioned', { code: 'RNR' }, 93),
  ]);
  const shown = (poos: readonly number[] | 'all'): readonly string[] =>
    [...rows.values()].flatMap((row) => leadsWall.feed.see(row, { poos }, '')?.id ?? []).toSorted();
  expect(shown('all')).toEqual(['leads:7', 'orders:2', 'visits:7']);
  expect(shown([1])).toEqual(['leads:7', 'orders:2', 'visits:7']);
  expect(shown([2])).toEqual([]);
  expect(rows.get('leads:7')).toMatchObject({ since: iso(0), reachedAt: iso(12) });
});
it('new leads have a tile of their own on the floor until their first call', () => {
  const events = [created(7, 0), entered('pharma-lead-queue', 7, 0)];
  const mark = (more: readonly StoredEvent[]): WallMark | undefined =>
    folded(floor, [...events, ...more]).get('pharmaLeadNew:7');
  expect(mark([])).toMatchObject({ board: 'pharmaLeadNew', state: 'waiting' });
  const called = event('lead-7', 'LeadCallStarted', { callId: 1 }, 5);
  expect(mark([called])).toBeUndefined();
  const again = event(
    'lead-7',
    'LeadRequeued',
    { why: 'TaskMissed', priority: 2, face: { ...face, attempts: 1 } },
    9,
  );
  expect(mark([called, again])).toBeUndefined();
  expect(mark([event('lead-7', 'LeadMarkedDnc', { reason: 'asked' }, 5)])).toBeUndefined();
});
