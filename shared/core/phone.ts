import { tailOf } from './cut.ts';

/**
 * Specification §5: blank is allowed; otherwise the trimmed length must be 10 or 11, else `invalidPhone`.
 * Length only.
 */
export function phoneIsValid(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length === 0 || trimmed.length === 10 || trimmed.length === 11;
}

/** Whether a number can be dialled: digits only and of valid length. */
export function phoneIsDialable(text: string): boolean {
  return /^\d{10,11}$/.test(text.trim());
}

/** The digits of a number as another program or a file writes it, with spaces or hyphens or behind +91; any other text unchanged. */
export function phoneDigits(text: string): string {
  const bare = text.replace(/[\s\u00a0\u202f().-]/g, '').replace(/^\+91(?=\d{10}$)/, '');
  return /^\d+$/.test(bare) ? bare : text;
}

/** Normalized key of a number: digits only, without the leading 0 of an 11-digit number. */
export function phoneKey(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('0') ? digits.slice(1) : digits;
}

/**
 * The same for a text that may hold no number (specification §5 requires a length only): null, since an
 * undiallable text matches nothing.
 */
export function numberKey(text: string): string | null {
  const key = phoneKey(text);
  return key.length >= 10 && key.length <= 11 ? key : null;
}

/** Masks a number as `••••••1234`. */
export function maskPhone(text: string | null | undefined): string {
  const digits = (text ?? '').replace(/\D/g, '');
  return digits ? `••••••${tailOf(digits, 4)}` : '';
}
