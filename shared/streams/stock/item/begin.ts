import type { NewEvent } from '../../../core/event.ts';
import type { BarcodeState } from '../barcode/state.ts';
import { evolveStock, stockStream, type StockFacts, type StockState } from './state.ts';

const factsOf = (barcode: BarcodeState): StockFacts => {
  const {
    label,
    productId,
    product,
    packSize,
    storage,
    batch,
    expiry,
    mrpPaise,
    supplierId,
    costPaise,
    costUnits,
  } = barcode;
  return {
    barcodeId: Number(barcode.id),
    label,
    productId,
    product,
    packSize,
    storage,
    batch,
    expiry,
    mrpPaise,
    supplierId,
    costPaise,
    costUnits,
  };
};

/**
 * The first event of goods at a place, and the state that it makes; none for a place that has them already.
 */
export function begun(
  state: StockState,
  barcode: BarcodeState,
  at: string,
): { readonly events: readonly NewEvent[]; readonly state: StockState } {
  if (state.exists) return { events: [], state };
  const data = { ...factsOf(barcode), pooId: state.pooId };
  const fact = {
    type: 'StockBegun' as const,
    data,
    at,
    actor: { kind: 'system' as const, empId: null, name: '' },
    stream: '',
    version: state.version + 1,
  };
  const stream = stockStream(state.pooId, data.barcodeId);
  return { events: [{ stream, type: 'StockBegun', data: { ...data } }], state: evolveStock(state, fact) };
}
