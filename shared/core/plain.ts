import { phoneKey } from './phone.ts';

/** Folds case, spaces and diacritics, so that "informacion" finds "Información". */
export function plainText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The digits of an Indian number without its prefix: `+91`, `0091` or a leading 0. */
export function dialledDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  const given =
    text.trim().startsWith('+') || digits.startsWith('0091') ? digits.replace(/^(00)?91/, '') : digits;
  return phoneKey(given.length === 12 && given.startsWith('91') ? given.slice(2) : given);
}

/** A parsed search text: its words, and its digits when it can be a phone number. */
export interface SearchQuery {
  readonly translations: readonly string[];
  /** Set when the text has at least four digits and otherwise only phone punctuation. */
  readonly digits: string | null;
}

const MOST_TERMS = 6;

export function readSearch(text: string): SearchQuery {
  const plain = plainText(text);
  const digits = /^\+?[\d\s().-]+$/.test(plain) ? dialledDigits(plain) : '';
  const translations = plain.split(' ').filter(Boolean).slice(0, MOST_TERMS);
  return { translations, digits: digits.length >= 4 ? digits : null };
}

/** Whether a query is too short to search for. */
export function tooShort({ translations }: SearchQuery): boolean {
  return translations.join('').length < 2;
}
