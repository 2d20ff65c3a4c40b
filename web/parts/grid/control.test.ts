import { expect, test } from 'vitest';
import type { ColumnState, GridApi } from 'ag-grid-community';
import { GridControl } from './control.ts';
import { routeOf } from './handle.ts';
import type { Fitting } from './fitting.ts';
import type { GridSource } from './source.ts';

/** A source that counts how often its prefetched rows were invalidated. */
function readAhead(): GridSource<{ id: string }> & { outdated: number } {
  const source = {
    outdated: 0,
    outdate: () => void (source.outdated += 1),
    getRows: async () => ({ rows: [], total: 0 }),
  };
  return source;
}

test('reloading invalidates prefetched rows, even before the grid has loaded', () => {
  const control = new GridControl();
  const source = readAhead();
  control.reads(source);
  control.refresh();
  expect(source.outdated).toBe(1);
  control.reload();
  expect(source.outdated).toBe(2);
});

test('a replaced source is no longer notified', () => {
  const control = new GridControl();
  const [left, next] = [readAhead(), readAhead()];
  control.reads(left);
  control.reads(next);
  control.refresh();
  control.reads(null);
  control.refresh();
  expect([left.outdated, next.outdated]).toEqual([0, 1]);
});

/** A control over a grid whose columns stand as given. */
function arrangedAs(state: readonly Partial<ColumnState>[]): GridControl {
  const control = new GridControl();
  const api = { getColumnState: () => state, getGridOption: () => false } as unknown as GridApi<any>;
  const fitting = { folded: new Set(['b']), byHand: () => ({}) } as unknown as Fitting<any>;
  const nothing = (): void => {};
  const columns = ['a', 'b', 'c', 'd'].map((key) => ({ key, label: key, kind: 'text' }) as const);
  control.lend(
    routeOf(api, columns, {
      settle: nothing,
      leave: nothing,
      reload: nothing,
      refresh: nothing,
      fitting,
      fit: nothing,
      changed: nothing,
    }),
  );
  control.show({
    columns: columns.map(({ key, label }) => ({
      id: key,
      label,
      visible: key === 'a' || key === 'd',
      folded: key === 'b',
    })),
  });
  return control;
}

test('the chosen columns come as the person arranged them, also those that do not fit', () => {
  const control = arrangedAs([{ colId: 'd' }, { colId: 'c', hide: true }, { colId: 'b' }, { colId: 'a' }]);
  expect(control.chosenColumns()).toEqual(['d', 'b', 'a']);
});

test('several sorts come in the order in which they were chosen', () => {
  const control = arrangedAs([
    { colId: 'a', sort: 'asc', sortIndex: 1 },
    { colId: 'b' },
    { colId: 'd', sort: 'desc', sortIndex: 0 },
  ]);
  expect(control.sort()).toEqual([
    { key: 'd', way: 'desc' },
    { key: 'a', way: 'asc' },
  ]);
});
