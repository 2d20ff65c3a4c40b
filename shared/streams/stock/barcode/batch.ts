/** The characters of a batch that a barcode can carry. */
export const batchPattern = /^[A-Z0-9./-]{1,20}$/;
