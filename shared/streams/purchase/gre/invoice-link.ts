/** The data behind the link to a supplier's invoice: the receipt's number, the invoice, and its pictures. */
export interface SupplierInvoiceLink {
  readonly number: string;
  readonly supplier: string;
  readonly invoiceNo: string;
  /** Business day. */
  readonly invoiceDate: string | null;
  readonly files: readonly { readonly fileId: string; readonly name: string; readonly mime: string }[];
}
