import { streamKey, type Stored } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import {
  evolveMaster,
  nothing,
  splitKey,
  type MasterEvent,
  type MasterState,
} from '../streams/masters/state.ts';

const open: ReadonlySet<string | null> = new Set(['submitted', 'returned']);

/** A request for a product that is not in the catalogue, while it needs further work. */
export interface ProductRequestRow {
  /** Number of the request. */
  readonly id: string;
  /** Its number in the series. */
  readonly number: string;
  readonly pooId: number;
  readonly name: string;
  readonly maker: string;
  readonly composition: string;
  readonly pack: string;
  readonly mrpPaise: number | null;
  readonly reason: string;
  readonly stage: string;
  readonly by: string;
  readonly at: string;
  readonly state: MasterState;
}

export const productRequestView = defineView<ProductRequestRow, Stored<MasterEvent>>({
  name: 'productRequests',
  version: 2,
  streams: ['master'],
  ids: ({ stream }) => {
    const { kind, id } = splitKey(streamKey(stream));
    return kind === 'productRequest' ? [String(id)] : [];
  },
  row: (row, event, id) => {
    if (!row && event.version > 1) return null;
    const before = row?.state ?? nothing(`productRequest-${id}`);
    const state = evolveMaster(before, event);
    if (state.cancelled || !open.has(state.stage)) return null;
    const text = (name: string): string => {
      const value = state.fields[name];
      return typeof value === 'string' ? value : '';
    };
    return {
      id,
      number: text('vCode'),
      pooId: Number(state.fields['iPooId'] ?? 0),
      name: text('vName'),
      maker: text('vMaker'),
      composition: text('vComposition'),
      pack: text('vPack'),
      mrpPaise: typeof state.fields['nMrpPaise'] === 'number' ? state.fields['nMrpPaise'] : null,
      reason: text('vReason'),
      stage: state.stage ?? '',
      by: row?.by ?? event.actor.name,
      at: row?.at ?? event.at,
      state,
    };
  },
});

/** The fields of the list; the full record stays on the server. */
export type ProductRequestShown = Omit<ProductRequestRow, 'state'> & {
  readonly missing: readonly string[];
  readonly image: { readonly id: string; readonly name: string } | null;
  /** Similar products that the requester dismissed. */
  readonly notSame: readonly number[];
};

/** Fields the draft product needs before the request can be approved. */
const needed = ['vKind', 'iManufacturerId', 'iCategoryId', 'vForm', 'iPackSize'] as const;

export const productRequests = defineFeed<
  ProductRequestRow,
  { readonly poos: readonly number[] | 'all' },
  ProductRequestShown
>({
  name: 'stock/product-requests',
  view: productRequestView,
  need: 'approvals/productCreationRequest:view',
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: ({ state, ...row }, scope) =>
    inPoos(scope, row.pooId)
      ? {
          ...row,
          missing: needed.filter((name) => state.fields[name] == null),
          image: (state.fields['image'] as { id: string; name: string } | null | undefined) ?? null,
          notSame: (state.fields['notSameIds'] as readonly number[] | null | undefined) ?? [],
        }
      : null,
  sources: ['masters'],
});
