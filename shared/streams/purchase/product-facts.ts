import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../core/refusal.ts';
import type { MasterState } from '../masters/state.ts';

/**
 * The fields of a product that a document's line copies, so that a later rename leaves documents unchanged.
 */
export interface ProductFacts {
  readonly productId: number;
  readonly code: string;
  readonly product: string;
  readonly packSize: number;
  readonly hsn: string;
  readonly gstClass: string;
  readonly storage: string;
  readonly mrpPaise: number;
}

export const productStream = (productId: unknown): string => `master-product-${String(productId)}`;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function productFacts(state: MasterState): ProductFacts {
  const { fields } = state;
  return {
    productId: state.id,
    code: text(fields['vCode']),
    product: text(fields['vName']),
    packSize: Number(fields['iPackSize'] ?? 1),
    hsn: text(fields['vHsn']),
    gstClass: text(fields['vGstClass']),
    storage: text(fields['vStorage']) || 'AMBIENT',
    mrpPaise: Number(fields['nReferenceMrpPaise'] ?? 0),
  };
}

/** Streams of the products that lines name, by short name `p<id>`. */
export function productReads(
  lines: readonly Readonly<Record<string, unknown>>[],
): Readonly<Record<string, string>> {
  const ids = new Set(lines.map(({ productId }) => productId).filter((id) => typeof id === 'number'));
  return Object.fromEntries([...ids].map((id) => [`p${String(id)}`, productStream(id)]));
}

/** The product that a line names, if it may be bought; `read` holds what `productReads` named. */
export function boughtProduct(
  read: Readonly<Record<string, unknown>>,
  productId: unknown,
): MasterState | Refusal {
  const state = read[`p${String(productId)}`] as MasterState | undefined;
  if (!state?.exists || state.cancelled) return refuse('notInList', 422, { label: 'productId' }, 'productId');
  if (state.stage === 'active') return state;
  return refuse(
    'productNotActive',
    422,
    { product: text(state.fields['vName']), status: state.stage ?? '', action: 'bought' },
    'productId',
  );
}
