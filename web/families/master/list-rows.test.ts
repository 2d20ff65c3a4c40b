import { afterEach, expect, test, vi } from 'vitest';
import type { MasterDef } from '#shared/families/master-def.ts';
import { api } from '#web/live/api.ts';
import { GridControl } from '#web/parts/grid/control.ts';
import { GRID_BLOCK } from '#web/parts/grid/source.ts';
import { pagedRows } from './list-rows.ts';
import type { ListRow } from './list-rows.ts';

const def = { name: 'reasonmaster', pageSize: 100 } as MasterDef;
const block = { start: 0, end: GRID_BLOCK, sort: [], signal: new AbortController().signal };
const prompt = { q: '', filter: {}, cancelled: false };

/** A server whose list has one more record at each request. */
function growing(): { prompted(): number } {
  let total = 0;
  vi.spyOn(api, 'get').mockImplementation(async () => ({
    rows: [],
    labels: {},
    total: (total += 1),
    cut: false,
  }));
  return { prompted: () => total };
}
afterEach(() => vi.restoreAllMocks());

test('a prefetched page is used by the grid, once', async () => {
  const server = growing();
  const source = pagedRows(def, prompt, () => {});
  source.ahead([]);
  expect((await source.getRows(block)).total).toBe(1);
  expect((await source.getRows(block)).total).toBe(2);
  expect(server.prompted()).toBe(2);
});

test('a prefetched page is dropped when the list is reloaded', async () => {
  growing();
  const control = new GridControl<ListRow>();
  const source = pagedRows(def, prompt, () => {});
  control.reads(source);
  source.ahead([]);
  control.refresh();
  expect((await source.getRows(block)).total).toBe(2);
});
