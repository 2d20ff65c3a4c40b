import { streamKey } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { Levels } from '../streams/stock/minmax/levels.ts';
import { minMax, type MinMaxState } from '../streams/stock/minmax/minmax.ts';

/** The levels of one product at one place, with the pending change. */
export interface MinMaxRow {
  readonly id: string;
  readonly version: number;
  readonly pooId: number;
  readonly productId: number;
  readonly product: string;
  readonly live: Levels | null;
  readonly pending: MinMaxState['pending'];
}

export const minMaxView = defineView<MinMaxRow>({
  name: 'stockMinMax',
  version: 1,
  streams: ['minmax'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => {
    const before: MinMaxState = row ? { ...row, exists: true } : minMax.initial(id);
    const { exists: _exists, ...after } = minMax.evolve(before, event as Parameters<typeof minMax.evolve>[1]);
    return after.live || after.pending ? after : null;
  },
});

export const minMaxFeed = defineFeed<MinMaxRow, { readonly poos: readonly number[] | 'all' }, MinMaxRow>({
  name: 'stock/min-max',
  view: minMaxView,
  need: 'Inventory/minMaxList:view',
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: (row, scope) => (inPoos(scope, row.pooId) ? row : null),
  sources: ['product'],
});
