import { tailOf, headOf } from './cut.ts';
import type { Language } from './translations.ts';

/** The separators of a language: `1,23,456.78` in English (India), `123.456,78` in Spanish. */
export const separators: Readonly<
  Record<Language, { readonly group: string; readonly decimal: string; readonly groupSize: 2 | 3 }>
> = {
  en: { group: ',', decimal: '.', groupSize: 2 },
  es: { group: '.', decimal: ',', groupSize: 3 },
};

/** The digits of a whole number in the groups of a language. */
export function groupDigits(digits: string, language: Language): string {
  const { group, groupSize } = separators[language];
  const [last, rest] = [tailOf(digits, 3), headOf(digits, -3)];
  return rest
    ? `${rest.replace(groupSize === 2 ? /\B(?=(\d{2})+$)/g : /\B(?=(\d{3})+$)/g, group)}${group}${last}`
    : last;
}

/** Paise as rupees with two decimals, without groups: as in a file or an input. */
export function rupeesText(paise: number, language: Language): string {
  return (paise / 100).toFixed(2).replace('.', separators[language].decimal);
}

/** Groups of three, or the Indian ones: the last of three, those before it of two. */
const grouped = {
  ',': /^\d{1,3}(,\d{3})+$|^\d{1,2}(,\d{2})*,\d{3}$/,
  '.': /^\d{1,3}(\.\d{3})+$|^\d{1,2}(\.\d{2})*\.\d{3}$/,
} as const;

/**
 * A typed number as plain digits with a point (`-1234.5`). `ambiguous` when its separators do not show in
 * this language where the whole part ends: `12,50` in English is neither 12.50 nor 1,250.
 */
export function plainNumber(
  text: string,
  language: Language,
): { readonly plain: string } | 'ambiguous' | null {
  const match = /^([-+−]?)([\d.,]*\d[\d.,]*)$/.exec(text.replace(/[\s\u00a0\u202f₹%]/g, ''));
  if (!match) return null;
  const [sign, figures] = [match[1] === '-' || match[1] === '−' ? '-' : '', match[2] ?? ''];
  const { group, decimal } = separators[language];
  const [whole = '', part, ...more] = figures.split(decimal);
  if (more.length > 0 || part?.includes(group)) return 'ambiguous';
  if (whole.includes(group) && !grouped[group === ',' ? ',' : '.'].test(whole)) return 'ambiguous';
  const digits = whole.replaceAll(group, '') || '0';
  return { plain: `${sign}${digits}${part ? `.${part}` : ''}` };
}
