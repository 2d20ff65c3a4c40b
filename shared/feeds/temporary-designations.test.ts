import { expect, it } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import {
  temporaryDesignations,
  temporaryDesignationsView,
  type TemporaryDesignationRow,
} from './temporary-designations.ts';

const stored = (type: string, version: number, data: object, name = 'Imran Khan'): StoredEvent =>
  ({
    type,
    version,
    data,
    stream: 'tempdesig-7',
    at: `2026-11-18T0${version}:00:00.000Z`,
    actor: { kind: 'person', empId: 131, name },
  }) as unknown as StoredEvent;
const requested = stored('TemporaryDesignationRequested', 1, {
  tempDesigId: 7,
  empId: 101,
  designationId: 95,
  baseDesignationId: 11,
  from: '2026-11-18',
  to: '2026-11-20',
  reason: 'Covers the lead',
  requestedBy: 131,
});
const approved = stored('TemporaryDesignationApproved', 2, { tempDesigId: 7 }, 'Meera Pillai');
const fold = (...events: readonly StoredEvent[]): TemporaryDesignationRow | null =>
  events.reduce<TemporaryDesignationRow | null>(
    (row, event) => temporaryDesignationsView.row(row ?? undefined, event, '7'),
    null,
  );

it('given a requested one, when it is approved, then it is shown as active with who requested it', () =>
  expect(fold(requested, approved)).toMatchObject({
    state: 'active',
    by: 'Imran Khan',
    at: requested.at,
    version: 2,
  }));
it.each(['Rejected', 'Cancelled', 'Ended'])('given an open one, when it is %s, then it is gone', (how) =>
  expect(fold(requested, approved, stored(`TemporaryDesignation${how}`, 3, { tempDesigId: 7 }))).toBeNull(),
);
it('given one of somebody else, when a person without the right looks, then it is hidden', () => {
  const row = fold(requested)!;
  expect(temporaryDesignations.see(row, { empId: 101 }, '7')).toEqual(row);
  expect(temporaryDesignations.see(row, { empId: 102 }, '7')).toBeNull();
  expect(temporaryDesignations.see(row, { empId: 'all' }, '7')).toEqual(row);
});
