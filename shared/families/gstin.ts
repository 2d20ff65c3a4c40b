import { headOf } from '../core/cut.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * A GSTIN: two digits of the state, ten characters of the PAN, one of the entity, Z, and a check digit
 * (modulo 36, weights 1 and 2).
 */
export function gstinIsValid(value: string): boolean {
  return (
    /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(value) && withCheckDigit(headOf(value, 14)) === value
  );
}

/** Appends the check digit to the first fourteen characters. */
export function withCheckDigit(value: string): string {
  let sum = 0;
  for (let i = 0; i < 14; i += 1) {
    const product = digits.indexOf(value[i]!) * (i % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return value + digits[(36 - (sum % 36)) % 36]!;
}
