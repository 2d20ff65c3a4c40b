import { phoneKey } from './phone.ts';

/** Letters without their marks, in one case and one kind of space, so that "informacion" finds "Información". */
export function plainText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The digits of a number in India without what stands before them: `+91`, `0091`, a leading 0. */
export function dialledDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  const given = text.trim().startsWith('+') || digits.startsWith('0091') ? digits.replace(/^(00)?91/, '') : digits;
  return phoneKey(given.length === 12 && given.startsWith('91') ? given.slice(2) : given);
}

/** What somebody typed into a search: words, and the digits of a phone when it can be one. */
export interface SearchAsk {
  readonly words: readonly string[];
  /** At least four digits and nothing but digits and the signs between them. */
  readonly digits: string | null;
}

const MOST_WORDS = 6;

export function readSearch(text: string): SearchAsk {
  const plain = plainText(text);
  const digits = /^\+?[\d\s().-]+$/.test(plain) ? dialledDigits(plain) : '';
  const words = plain.split(' ').filter(Boolean).slice(0, MOST_WORDS);
  return { words, digits: digits.length >= 4 ? digits : null };
}

/** Whether a query is too little to look for: one letter finds everybody. */
export function tooShort({ words }: SearchAsk): boolean {
  return words.join('').length < 2;
}
