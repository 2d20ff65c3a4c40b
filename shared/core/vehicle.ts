const pattern = /^(?:[A-Z]{2}\d{1,2}[A-Z]{0,3}\d{4}|\d{2}BH\d{4}[A-Z]{1,2})$/;

/** A vehicle number as it is stored: capitals, without the spaces and hyphens that people write. */
export const plainVehicle = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

/** A number of a state (`KA01AB1234`) or of the BH series (`22BH1234AA`). */
export const isVehicle = (plain: string): boolean => pattern.test(plain);
