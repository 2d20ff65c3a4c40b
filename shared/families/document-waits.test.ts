import { describe, expect, it } from 'vitest';
import type { Need } from '../core/permission.ts';
import { stockAdjustment } from '../documents/stock-adjustment.ts';
import { noAdjustment } from '../streams/stock/adjustment/state.ts';
import { waitingDocuments } from './document-waits.ts';

const author = { empId: 161, name: 'Manoj Gowda' };
const adjustment = (id: string, stage: string, more: { pooId?: number; movedAt?: string } = {}) => {
  const state = {
    ...noAdjustment(id),
    exists: true,
    stage,
    pooId: 1,
    madeBy: author,
    movedAt: '2026-11-18T05:00:00.000Z',
    ...more,
  } as ReturnType<typeof noAdjustment>;
  return { row: stockAdjustment.rowOf(state), state };
};
const holder = (empId: number, rights: readonly string[], poos: readonly number[] | 'all' = [1]) => ({
  viewer: { empId, poos, rights: new Set(rights) } as never,
  may: (need: Need) => [need].flat().some((one) => rights.includes(String(one))),
  today: '2026-11-18',
  primary: 1,
});
const list = 'Inventory/egstockadjustmentlist';
const both = [`${list}:view`, `${list}:create`, `${list}:approve`];

describe('documents that wait for somebody', () => {
  it('given the right to the main step of their stage, they count with the oldest of them', () => {
    const open = [
      adjustment('1', 'draft'),
      adjustment('2', 'draft', { movedAt: '2026-11-17T05:00:00.000Z' }),
    ];
    expect(waitingDocuments(stockAdjustment, open, holder(161, [`${list}:view`, `${list}:create`]))).toEqual([
      { route: stockAdjustment.lists[0].route, count: 2, oldestAt: '2026-11-17T05:00:00.000Z' },
    ]);
  });
  it('given only the right to see them, none waits', () => {
    expect(
      waitingDocuments(stockAdjustment, [adjustment('1', 'draft')], holder(161, [`${list}:view`])),
    ).toEqual([]);
  });
  it.each([[[`${list}:view`]], [[`${list}:create`]], [[]]])(
    'given %j, the documents are not even read',
    (rights) => {
      const unread = {
        [Symbol.iterator]: () => {
          throw new Error('read');
        },
      };
      expect(waitingDocuments(stockAdjustment, unread, holder(161, rights))).toEqual([]);
    },
  );
  it('given another place, none waits', () => {
    const open = [adjustment('1', 'draft', { pooId: 7 })];
    expect(waitingDocuments(stockAdjustment, open, holder(161, both))).toEqual([]);
    expect(waitingDocuments(stockAdjustment, open, holder(161, both, 'all'))).toHaveLength(1);
  });
  it('given a step of four eyes, it does not wait for its author', () => {
    const open = [adjustment('1', 'submitted')];
    const step = stockAdjustment.actions.find(
      ({ primary, stages }) => primary && stages.includes('submitted'),
    );
    expect(step?.fourEyes).toBe(true);
    expect(waitingDocuments(stockAdjustment, open, holder(161, both))).toEqual([]);
    expect(waitingDocuments(stockAdjustment, open, holder(203, both))).toHaveLength(1);
  });
});
