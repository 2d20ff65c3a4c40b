/** The document's place and the records it names, for fields that choose among theirs. */
export interface FieldAbout {
  readonly pooId: number;
  readonly supplierId: number | null;
  readonly customerId?: number | null;
  readonly productId?: number | null;
}
