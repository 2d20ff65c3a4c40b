/** The check digit of Luhn's algorithm over digits. */
function luhn(digits: string): number {
  let sum = 0;
  for (let i = digits.length - 1, double = true; i >= 0; i -= 1, double = !double) {
    const digit = Number(digits[i]) * (double ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return (10 - (sum % 10)) % 10;
}

/** The label of our own barcode: `B`, ten digits and a check digit. */
export function labelOf(barcodeId: number | string): string {
  const digits = String(barcodeId).padStart(10, '0');
  return `B${digits}${luhn(digits)}`;
}

/** The id on a label of our own; null when it is not ours or its check digit is wrong. */
export function barcodeOfLabel(text: string): number | null {
  const found = /^B(\d{10})(\d)$/.exec(text.trim().toUpperCase());
  if (!found?.[1]) return null;
  return luhn(found[1]) === Number(found[2]) ? Number(found[1]) : null;
}
