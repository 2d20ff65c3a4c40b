import { headOf } from '#shared/core/cut.ts';
import { isLanguage } from '#shared/core/translations.ts';
import type { Language } from '#shared/core/translations.ts';

const place = 'ops-language';
const rightToLeft = ['ar', 'he', 'fa', 'ur'];

/** Writing direction of a language. */
export function dirOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(headOf(language, 2)) ? 'rtl' : 'ltr';
}

export { isLanguage };

/** The language chosen earlier on this device, else English. */
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
    // storage is disabled: the choice lasts for this visit
  }
}
