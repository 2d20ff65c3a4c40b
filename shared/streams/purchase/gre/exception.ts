export const exceptionKinds = ['PRICE', 'QTY_OVER', 'SHORT_LIFE', 'NO_PO', 'TAX', 'MRP'] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/** A difference between order, receipt and invoice beyond the tolerance, and its cost. */
export interface GreException {
  readonly kind: ExceptionKind;
  readonly lineId: string;
  readonly product: string;
  readonly ordered: number | null;
  readonly received: number;
  readonly invoiced: number;
  readonly effectPaise: number;
}
