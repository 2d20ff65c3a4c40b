import { expect, test } from 'vitest';
import { compareRanks } from '../core/rank.ts';
import type { QueueDef } from '../families/queue.ts';
import { assigningLmd } from './assigning-lmd.ts';
import { ccQueue } from './cc-queue.ts';
import { createPlQueue } from './create-pl-queue.ts';
import { pdList } from './pd-list.ts';

const at = (hour: number): string => `2026-11-18T0${hour}:00:00.000Z`;

/** Rows as the queue works on them; each is the base with the given members, and is known by its place in `rows`. */
function worked(queue: QueueDef<any>, base: object, rows: readonly object[]): readonly number[] {
  return rows
    .map((row, i) => ({ pinned: false, priority: 0, enteredAt: at(5), ...base, ...row, id: String(i) }))
    .toSorted((a, b) => compareRanks(queue.rank(a), queue.rank(b)))
    .map(({ id }) => Number(id));
}

test('care: critical before alerts, then what is due first, then the lower tier', () => {
  const base = { critical: false, alert: false, dueAt: at(5), tier: 2 };
  expect(
    worked(ccQueue, base, [
      { tier: null },
      {},
      { tier: 1 },
      { dueAt: at(4), tier: 3 },
      { alert: true, dueAt: at(9) },
      { critical: true, alert: true, dueAt: at(9) },
      { pinned: true, dueAt: at(9) },
    ]),
  ).toEqual([6, 5, 4, 3, 2, 1, 0]);
});

test('pick lists: the earlier slot, in it the earlier part of the day, in that the longer wait', () => {
  const base = { slotDate: '2026-11-19', slotWindow: 'MORNING' };
  expect(
    worked(createPlQueue, base, [
      { slotDate: '2026-11-20' },
      { slotWindow: 'EVENING', enteredAt: at(1) },
      { slotWindow: 'AFTERNOON', enteredAt: at(1) },
      {},
      { enteredAt: at(4) },
      { slotDate: '2026-11-18', slotWindow: 'EVENING', enteredAt: at(9) },
    ]),
  ).toEqual([5, 4, 3, 2, 1, 0]);
});

test('prescriptions: sent back first, acute before chronic, what waits for a check before what is not read yet', () => {
  const base = { sentBackTo: null, caseType: 'chronic', stage: 'pending' };
  expect(
    worked(pdList, base, [
      { enteredAt: at(6) },
      {},
      { priority: 1, enteredAt: at(6) },
      { stage: 'entered', enteredAt: at(7) },
      { caseType: 'acute', enteredAt: at(8) },
      { sentBackTo: 7, enteredAt: at(9) },
    ]),
  ).toEqual([5, 4, 3, 2, 1, 0]);
});

test('parcels for riders: cold first, then the earlier slot, then one PIN code after the other', () => {
  const base = { cold: false, slotDate: '2026-11-19', pincode: '560041' };
  expect(
    worked(assigningLmd, base, [
      { slotDate: null },
      { slotDate: '2026-11-20' },
      { pincode: '560042' },
      {},
      { slotDate: '2026-11-18', pincode: '560099' },
      { cold: true, slotDate: '2026-11-20' },
    ]),
  ).toEqual([5, 4, 3, 2, 1, 0]);
});
