import type { EventOf } from '../core/stream.ts';
import type { stock } from '../streams/stock/item/stock.ts';
import { streamKey } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { Goods } from '../streams/stock/item/state.ts';

/** Goods of one barcode at one place that are received and in no tray yet. */
export interface PutawayRow extends Goods {
  /** `<place>-<barcode>`. */
  readonly id: string;
  readonly pooId: number;
  readonly left: number;
  readonly since: string;
  readonly number: string | null;
}

/** Only goods still to be put away stay in memory. */
export const putawayView = defineView<PutawayRow, EventOf<typeof stock>>({
  name: 'stockPutaway',
  version: 1,
  streams: ['stock'],
  ids: ({ stream, type }) => (type === 'StockBegun' ? [] : [streamKey(stream)]),
  row: (row, { type, data: move, at }, id) => {
    if (type === 'StockBegun') return row ?? null;
    const by = (move.to === 'inwardHold' ? move.qty : 0) - (move.from === 'inwardHold' ? move.qty : 0);
    if (by === 0) return row ?? null;
    if (row) return row.left + by > 0 ? { ...row, left: row.left + by } : null;
    return move.goods
      ? { ...move.goods, id, pooId: Number(id.split('-')[0]), left: by, since: at, number: move.ref.number }
      : null;
  },
});

export const putawayFeed = defineFeed<PutawayRow, { readonly poos: readonly number[] | 'all' }, PutawayRow>({
  name: 'stock/putaway',
  view: putawayView,
  need: 'Inventory/stockPutawayList:view',
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: (row, scope) => (inPoos(scope, row.pooId) ? row : null),
  sources: ['purchase'],
});
