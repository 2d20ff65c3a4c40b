/** Specification §5: blank allowed; otherwise the trimmed length must be 10 or 11, else `invalidPhone`. Length only. */
export function phoneIsValid(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length === 0 || trimmed.length === 10 || trimmed.length === 11;
}

/** Whether a number can be dialled: digits only and of valid length. */
export function phoneIsDialable(text: string): boolean {
  return /^\d{10,11}$/.test(text.trim());
}

/** The key under which two spellings of one number meet: digits; an 11-digit number loses its leading 0. */
export function phoneKey(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('0') ? digits.slice(1) : digits;
}

/** `••••••1234`; what a feed shows of a number. */
export function maskPhone(text: string | null | undefined): string {
  const digits = (text ?? '').replace(/\D/g, '');
  return digits ? `••••••${digits.slice(-4)}` : '';
}
