import { withoutUnseen } from './invisible.ts';
import { phoneKey } from './phone.ts';

/** Accents of Latin, Greek and Cyrillic, vowel points of Hebrew and Arabic. Vowel signs of Indian scripts are letters. */
const accents =
  // eslint-disable-next-line no-misleading-character-class -- each sign counts by itself
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]/g;

/**
 * Folds case, spaces, accents, quotes and invisible characters, so that "informacion" finds "Información".
 * The database folds by `plain_text`, in the same way.
 */
export function plainText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.replaceAll('`', "'").toLowerCase().replace(/ {2,}/g, ' ').trim();
  return withoutUnseen(withoutUnseen(text).normalize('NFKD').replace(accents, ''))
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether a text has every typed word in it, as a search would find it. */
export function finder(typed: string): (text: string) => boolean {
  const terms = plainText(typed).split(' ').filter(Boolean);
  return (text) => {
    if (terms.length === 0) return true;
    const plain = plainText(text);
    return terms.every((term) => plain.includes(term));
  };
}

/** The value of a choice that a text means, however it is typed; of no value, the text itself. */
export function meantOf(typed: string, values: readonly string[]): string {
  if (values.includes(typed)) return typed;
  const plain = plainText(typed);
  return values.find((value) => plainText(value) === plain) ?? typed;
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
