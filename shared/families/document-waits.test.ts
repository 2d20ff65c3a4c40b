import { describe, expect, it, vi } from 'vitest';
import type { Need } from '../core/permission.ts';
import { stockAdjustment } from '../documents/stock-adjustment.ts';
import { noAdjustment } from '../streams/stock/adjustment/state.ts';
import type { DocumentDef, Kept } from './document.ts';
import { DocumentWaits, type DocumentViewer } from './document-waits.ts';

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
const today = '2026-11-18';
type Open = ReturnType<typeof adjustment>;
const waitsOf = (def: DocumentDef, open: readonly Open[]): DocumentWaits => {
  const waits = new DocumentWaits(def, today);
  for (const one of open) waits.put(one.state.id, one as unknown as Kept<never, never>);
  return waits;
};
const waitingDocuments = (def: DocumentDef, open: readonly Open[], person: DocumentViewer) =>
  waitsOf(def, open).of(person);
const holder = (empId: number, rights: readonly string[], poos: readonly number[] | 'all' = [1]) => ({
  viewer: { empId, poos, rights: new Set(rights) } as never,
  may: (need: Need) => [need].flat().some((one) => rights.includes(String(one))),
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
  it('given a document that moves on, leaves or comes, the counts follow, and the next oldest is the oldest', () => {
    const older = adjustment('2', 'draft', { movedAt: '2026-11-17T05:00:00.000Z' });
    const waits = waitsOf(stockAdjustment, [adjustment('1', 'draft'), older]);
    const person = holder(203, both);
    const route = stockAdjustment.lists[0].route;
    waits.put('2', adjustment('2', 'submitted', { movedAt: '2026-11-18T06:00:00.000Z' }) as never);
    expect(waits.of(person)).toEqual([{ route, count: 2, oldestAt: '2026-11-18T05:00:00.000Z' }]);
    waits.put('1', undefined);
    expect(waits.of(person)).toEqual([{ route, count: 1, oldestAt: '2026-11-18T06:00:00.000Z' }]);
    waits.put('2', undefined);
    expect(waits.of(person)).toEqual([]);
  });
  it('given many documents, asking again looks at none of them, and a change at one', () => {
    const shows = vi.fn(stockAdjustment.lists[0].shows);
    const def = { ...stockAdjustment, lists: [{ ...stockAdjustment.lists[0], shows }] } as DocumentDef;
    const waits = waitsOf(
      def,
      Array.from({ length: 500 }, (_, n) => adjustment(String(n + 1), 'draft')),
    );
    shows.mockClear();
    expect(waits.of(holder(161, both))[0]?.count).toBe(500);
    expect(waits.of(holder(203, both, 'all'))[0]?.count).toBe(500);
    expect(shows).not.toHaveBeenCalled();
    waits.put('1', adjustment('1', 'submitted') as never);
    expect(shows.mock.calls.length).toBeLessThanOrEqual(2);
  });
  it('given a list without the documents of the primary place, only those of others count there', () => {
    const open = [adjustment('1', 'draft'), adjustment('2', 'draft', { pooId: 2 })];
    const elsewhere = {
      ...stockAdjustment.lists[0],
      shows: (_: unknown, { primary }: { primary: boolean }) => !primary,
    };
    const def = { ...stockAdjustment, lists: [elsewhere] } as DocumentDef;
    expect(waitingDocuments(def, open, holder(161, both, [1, 2]))[0]?.count).toBe(1);
    expect(waitingDocuments(def, open, { ...holder(161, both, [1, 2]), primary: null })[0]?.count).toBe(2);
  });
});
