import { isLanguage } from '#shared/core/words.ts';
import type { Language } from '#shared/core/words.ts';

const place = 'ops-language';
const rightToLeft = ['ar', 'he', 'fa', 'ur'];

/** The direction a language is written in. */
export function dirOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(language.slice(0, 2)) ? 'rtl' : 'ltr';
}

export { isLanguage };

/** The language chosen before on this machine, English when none was. */
export function storedLanguage(): Language {
  try {
    const stored = localStorage.getItem(place);
    return isLanguage(stored) ? stored : 'en';
  } catch {
    return 'en'; // storage switched off: the default language
  }
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(place, language);
  } catch {
    // storage switched off: the choice holds for this visit
  }
}
