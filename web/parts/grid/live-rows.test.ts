// @vitest-environment jsdom
import { createGrid } from 'ag-grid-community';
import type { GridApi } from 'ag-grid-community';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GridColumn } from './column.ts';
import { columnDefs, edgeOf } from './column-defs.ts';
import { GridControl } from './control.ts';
import { routeOf } from './handle.ts';
import { Engagement } from './engagement.ts';
import { Fitting } from './fitting.ts';
import { GONE_MS, FrozenRows } from './frozen-rows.ts';
import { LiveRows } from './live-rows.ts';
import './modules.ts';
import { ListRows } from './source.ts';
import type { GridBatch } from './source.ts';

interface R {
  readonly id: string;
  readonly rank: number;
  readonly name: string;
}
const row = (id: string, rank: number, name = id): R => ({ id, rank, name });
const columns: readonly GridColumn<R>[] = [
  { key: 'name', label: 'Name', kind: 'text' },
  { key: 'rank', label: 'Rank', kind: 'number' },
];

let api: GridApi<R>;
let list: R[];
let rows: ListRows<R>;
let frozen: FrozenRows<R>;
let engagement: Engagement;
let control: GridControl<R>;
let live: LiveRows<R>;

beforeEach(() => {
  vi.useFakeTimers();
  list = [row('a', 1), row('b', 2), row('c', 3), row('d', 4)];
  rows = new ListRows(list);
  frozen = new FrozenRows();
  control = new GridControl();
  const element = document.body.appendChild(document.createElement('div'));
  api = createGrid<R>(element, {
    columnDefs: columnDefs(
      columns,
      frozen,
      { yes: 'yes', no: 'no', left: (why) => `left: ${why ?? ''}` },
      (a, b) => a.rank - b.rank,
    ),
    getRowId: ({ data }) => data.id,
    suppressModelUpdateAfterUpdateTransaction: true,
    suppressOverlays: ['noRows', 'loading'],
    rowSelection: { mode: 'singleRow', checkboxes: false },
  });
  engagement = new Engagement(() => live.idle());
  live = new LiveRows(rows, { api, frozen, control, engagement, viewport: () => null });
  control.lend(
    routeOf(api, columns, {
      settle: () => live.settle(),
      leave: (id) => live.leave(id),
      refresh: () => undefined,
      reload: () => {},
      fitting: new Fitting(),
      fit: () => {},
      changed: () => {},
    }),
  );
});
afterEach(() => {
  live.stop();
  engagement.end();
  api.destroy();
  document.body.replaceChildren();
  vi.useRealTimers();
});

const sort = (): string =>
  control
    .visibleRows()
    .map(({ id }) => id)
    .join('');
const set = (next: R[], why?: ReadonlyMap<string, string>): void => rows.set((list = next), why);

test('while in use values change in place and new rows wait; R settles', () => {
  engagement.set({ pointer: true });
  set([row('a', 9), row('b', 2, 'B'), row('c', 3), row('d', 4), row('e', 0)]);
  expect(sort()).toBe('abcd');
  expect(api.getRowNode('b')?.data?.name).toBe('B');
  expect(control.now()).toMatchObject({ held: 1, gone: 0, total: 4 });
  control.settle();
  expect(sort()).toBe('ebcda');
  expect(control.now()).toMatchObject({ held: 0, total: 5, shown: 5 });
});

test('one that left under the hand stays, with its cause, until the hand is off', () => {
  engagement.set({ focus: true });
  set([row('a', 1), row('c', 3), row('d', 4)], new Map([['b', 'verified by Divya']]));
  expect(sort()).toBe('abcd');
  expect(api.getCellValue({ rowNode: api.getRowNode('b')!, colKey: 'name', useFormatter: true })).toBe(
    'left: verified by Divya',
  );
  vi.advanceTimersByTime(GONE_MS + 1_000);
  expect(sort()).toBe('abcd');
  engagement.set({ focus: false });
  vi.advanceTimersByTime(2_100);
  expect(sort()).toBe('acd');
});

test('one that left goes when it is let go of; the focus is on the row that takes its place, and nothing is added', () => {
  engagement.set({ focus: true });
  const left = (id: string, rest: readonly string[]): void => {
    control.focus(id);
    set(rest.map((one) => row(one, 'abcde'.indexOf(one) + 1)));
    control.leave(id);
  };
  left('b', ['a', 'c', 'd', 'e']);
  expect(sort()).toBe('acd');
  expect(control.current()?.id).toBe('c');
  expect(control.now()).toMatchObject({ held: 1, gone: 0, total: 3 });
  left('d', ['a', 'c', 'e']);
  expect(sort()).toBe('ac');
  expect(control.current()?.id).toBe('c');
  control.leave('a');
  expect(sort()).toBe('ac');
});

test('while unattended new rows appear at once and left ones go after five seconds', () => {
  set([row('a', 1), row('c', 3), row('d', 4), row('e', 0)]);
  expect(sort()).toBe('eabcd');
  vi.advanceTimersByTime(GONE_MS - 100);
  expect(sort()).toBe('eabcd');
  vi.advanceTimersByTime(200);
  expect(sort()).toBe('eacd');
  set([row('a', 99), row('c', 3), row('d', 4), row('e', 0)]);
  vi.advanceTimersByTime(2_100);
  expect(sort()).toBe('ecda');
});

test('two seconds without a hand let in what waits; a hand that comes back in time keeps it out', () => {
  engagement.set({ pointer: true });
  set([...list, row('e', 0)]);
  engagement.set({ pointer: false });
  vi.advanceTimersByTime(1_500);
  engagement.set({ pointer: true });
  vi.advanceTimersByTime(5_000);
  expect(sort()).toBe('abcd');
  engagement.set({ pointer: false });
  vi.advanceTimersByTime(2_100);
  expect(sort()).toBe('eabcd');
});

test('the chosen row stays chosen through a settle, and goes with its row', () => {
  control.select('c');
  engagement.set({ selected: true });
  set([row('a', 1), row('b', 2), row('c', 0), row('d', 4), row('e', 3)]);
  control.settle();
  expect(sort()).toBe('cabed');
  expect(api.getSelectedNodes().map(({ id }) => id)).toEqual(['c']);
  set(list.filter(({ id }) => id !== 'c'));
  control.settle();
  expect(api.getSelectedNodes()).toEqual([]);
});

test('columns are arranged and remembered', () => {
  control.arrange([{ id: 'rank', width: 77 }, { id: 'name', hidden: true, sort: 'desc' }, { id: 'unknown' }]);
  expect(control.arrangement()).toMatchObject([
    { id: 'rank', width: 77, hidden: false },
    { id: 'name', hidden: true, sort: 'desc' },
  ]);
  expect(sort()).toBe('dcba');
  control.resetColumns();
  expect(sort()).toBe('abcd');
});

test('when rights change nothing stays on the screen, under the hand or not', () => {
  engagement.set({ pointer: true, selected: true });
  const listeners: ((batch: GridBatch<R>) => void)[] = [];
  live.stop();
  live = new LiveRows<R>(
    { all: () => list, onBatch: (listener) => (listeners.push(listener), () => {}) },
    { api, frozen, control, engagement, viewport: () => null },
  );
  for (const listener of listeners)
    listener({ add: [], update: [], remove: [], why: new Map(), cleared: true });
  expect(sort()).toBe('');
  for (const listener of listeners) listener({ add: [row('b', 2)], update: [], remove: [], why: new Map() });
  expect(sort()).toBe('b');
});

test('from right to left the start of a list is held on the right, and is remembered as its start', () => {
  const pinned = columns.map((column, at) => (at === 0 ? { ...column, pinned: 'start' as const } : column));
  const labels = { yes: 'yes', no: 'no', left: () => 'left' };
  const mirrored = createGrid<R>(document.body.appendChild(document.createElement('div')), {
    enableRtl: true,
    columnDefs: columnDefs(pinned, frozen, labels, undefined, false, true),
    getRowId: ({ data }) => data.id,
  });
  const fitting = new Fitting<R>();
  const handle = routeOf(mirrored, pinned, {
    settle: () => undefined,
    leave: () => undefined,
    refresh: () => undefined,
    reload: () => undefined,
    fitting,
    fit: () => undefined,
    changed: () => undefined,
  });
  const { pinned: side } = mirrored.getColumnState()[0]!;
  expect(side).toBe('right');
  fitting.setPin(pinned[0]!.key, edgeOf(side, true));
  expect(handle.arrangement()[0]!.pinned).toBe('start');
  handle.arrange([{ id: pinned[0]!.key, pinned: 'end' }]);
  expect(mirrored.getColumnState().find(({ colId }) => colId === pinned[0]!.key)!.pinned).toBe('left');
  mirrored.destroy();
});
