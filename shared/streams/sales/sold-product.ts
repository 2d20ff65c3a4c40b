import { refuse, type Refusal } from '../../core/refusal.ts';
import type { MasterState } from '../masters/state.ts';
import { productFacts, type ProductFacts } from '../purchase/product-facts.ts';

/** What a customer's order copies of a product. */
export interface SaleFacts extends ProductFacts {
  readonly schedules: readonly string[];
  readonly looseSale: boolean;
  /** Days that must be left before expiry when it is handed over. */
  readonly minLifeDays: number;
}

/** Schedules that are not supplied without a prescription. */
const strict: ReadonlySet<string> = new Set(['H', 'H1', 'X']);
export const needsRx = ({ schedules }: Pick<SaleFacts, 'schedules'>): boolean =>
  schedules.some((one) => strict.has(one));
export const isH1 = ({ schedules }: Pick<SaleFacts, 'schedules'>): boolean => schedules.includes('H1');

export function saleFacts(state: MasterState): SaleFacts {
  const { schedules, bLooseSale, iMinLifeAtSaleDays } = state.fields;
  return {
    ...productFacts(state),
    schedules: Array.isArray(schedules) ? schedules.map(String).filter((one) => one !== 'none') : [],
    looseSale: bLooseSale === 1,
    minLifeDays: Number(iMinLifeAtSaleDays ?? 30),
  };
}

const soldStages: ReadonlySet<string | null> = new Set(['active', 'onHold', 'discontinued', null]);

/** The product that a line names, if it may be sold; one that is no longer bought is sold out. */
export function soldProduct(
  read: Readonly<Record<string, unknown>>,
  productId: unknown,
): MasterState | Refusal {
  const state = read[`p${String(productId)}`] as MasterState | undefined;
  if (!state?.exists || state.cancelled) return refuse('notInList', 422, { label: 'productId' }, 'productId');
  if (soldStages.has(state.stage)) return state;
  return refuse(
    'productNotActive',
    422,
    { product: String(state.fields['vName'] ?? ''), status: state.stage ?? '', action: 'sold' },
    'productId',
  );
}
