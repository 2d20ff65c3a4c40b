/** The supplier's fields that a purchase document copies. */
export interface SupplierFacts {
  readonly supplierId: number | null;
  readonly supplier: string;
  readonly gstin: string;
  readonly stateCode: string;
}
export const noSupplier: SupplierFacts = { supplierId: null, supplier: '', gstin: '', stateCode: '' };
