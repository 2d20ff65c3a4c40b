import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../core/event.ts';
import type { Viewer } from '../core/permission.ts';
import { calendarMarks, calendarMarksView } from './calendar-marks.ts';

const at = '2026-11-18T05:00:00.000Z';
function event(
  stream: string,
  type: string,
  data: Record<string, unknown>,
  empId: number | null = 101,
): StoredEvent {
  return {
    stream,
    type,
    data,
    at,
    actor: { empId, name: 'Ravi' },
    version: 1,
    position: 1,
    id: 'x',
    correlationId: '',
  } as never;
}
function fold(...events: StoredEvent[]): Map<string, any> {
  const rows = new Map<string, any>();
  for (const one of events)
    for (const id of calendarMarksView.ids(one)) {
      const row = calendarMarksView.row(rows.get(id), one, id);
      if (row) rows.set(id, row);
      else rows.delete(id);
    }
  return rows;
}
const viewer = (more: Partial<Viewer>): Viewer =>
  ({
    empId: 101,
    admin: false,
    poos: [1],
    languages: ['en'],
    rights: new Set(['Out Bound/signup-queue:view']),
    ...more,
  }) as Viewer;
const seen = (rows: Map<string, any>, who: Viewer) =>
  [...rows].flatMap(([id, row]) => calendarMarks.see(row, calendarMarks.scope(who), id) ?? []);

const holiday = (pooIds?: number[]) =>
  event('master-holiday-3', 'MasterRecordCreated', {
    fields: { dDate: '2026-12-25', vName: 'Christmas', ...(pooIds ? { pooIds } : {}) },
    iStatus: 1,
    stage: null,
  });
const block = event('master-slotBlock-7', 'MasterRecordCreated', {
  fields: { iEmpId: 101, dDate: '2026-11-20', tFrom: '10:00', tTo: '12:00' },
  iStatus: 1,
  stage: null,
});
const face = {
  queue: 'signup-queue',
  subject: 'signup-301',
  ref: 'SG-000301',
  group: 'Out Bound',
  entity: 'signup-queue',
  pooId: 1,
  language: 'en',
  priority: 0,
};
const entered = event('queueitem-signup-queue-301', 'QueueItemEntered', face);
const parked = event('queueitem-signup-queue-301', 'QueueItemParked', { until: '2026-11-18T09:30:00.000Z' });

describe('a mark', () => {
  it('a holiday applies to all or to its places; inactive or cancelled it is hidden', () => {
    expect(seen(fold(holiday()), viewer({}))).toMatchObject([
      { is: 'holiday', title: 'Christmas', day: '2026-12-25', mine: true },
    ]);
    expect(seen(fold(holiday([2])), viewer({}))).toEqual([]);
    expect(seen(fold(holiday([2])), viewer({ poos: 'all' }))).toHaveLength(1);
    expect(
      seen(fold(holiday(), event('master-holiday-3', 'MasterRecordDeactivated', {})), viewer({})),
    ).toEqual([]);
    expect(fold(holiday(), event('master-holiday-3', 'MasterRecordCancelled', {})).size).toBe(0);
  });
  it('moves when its record does', () => {
    const moved = event('master-holiday-3', 'MasterRecordUpdated', {
      fields: { dDate: '2026-12-26' },
      before: { dDate: '2026-12-25' },
    });
    expect(seen(fold(holiday(), moved), viewer({}))).toMatchObject([
      { title: 'Christmas', day: '2026-12-26' },
    ]);
  });
  it('a block is visible to the employee concerned', () => {
    expect(seen(fold(block), viewer({}))).toMatchObject([
      { is: 'block', from: '10:00', to: '12:00', mine: true },
    ]);
    expect(seen(fold(block), viewer({ empId: 102, poos: 'all', admin: true }))).toEqual([]);
  });
  it('a parked row is a callback for those who may see its queue, place and language', () => {
    const rows = fold(entered, parked);
    expect(seen(fold(entered), viewer({}))).toEqual([]);
    expect(seen(rows, viewer({}))).toMatchObject([
      {
        is: 'callback',
        title: 'SG-000301',
        at: '2026-11-18T09:30:00.000Z',
        queue: 'signup-queue',
        row: '301',
        mine: true,
      },
    ]);
    expect(seen(rows, viewer({ empId: 102 }))).toMatchObject([{ mine: false }]);
    expect(
      [{ poos: [2] }, { languages: ['kn'] }, { rights: new Set<string>() }].map(
        (more) => seen(rows, viewer(more)).length,
      ),
    ).toEqual([0, 0, 0]);
    expect(
      seen(fold(entered, parked, event('queueitem-signup-queue-301', 'QueueItemReturned', {})), viewer({})),
    ).toEqual([]);
    expect(fold(entered, parked, event('queueitem-signup-queue-301', 'QueueItemCompleted', {})).size).toBe(0);
  });
  it('a temporary designation is visible to its holder', () => {
    const lent = event('tempdesig-4', 'TemporaryDesignationRequested', {
      empId: 101,
      from: '2026-11-19',
      to: '2026-11-21',
    });
    expect(seen(fold(lent), viewer({}))).toMatchObject([
      { is: 'lent', day: '2026-11-19', until: '2026-11-21' },
    ]);
    expect(seen(fold(lent), viewer({ empId: 102, admin: true, poos: 'all' }))).toEqual([]);
    expect(fold(lent, event('tempdesig-4', 'TemporaryDesignationRejected', {})).size).toBe(0);
  });
  it('other masters have no marks', () => {
    expect(
      fold(event('master-colour-1', 'MasterRecordCreated', { fields: {}, iStatus: 1, stage: null })).size,
    ).toBe(0);
  });
});
