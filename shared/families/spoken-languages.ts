import type { Both } from './master-field.ts';

/** Languages spoken with customers, by code; unrelated to the console's own languages. */
export const spokenLanguages: Readonly<Record<string, Both>> = {
  en: { en: 'English', es: 'Inglés' },
  hi: { en: 'Hindi', es: 'Hindi' },
  kn: { en: 'Kannada', es: 'Canarés' },
  ta: { en: 'Tamil', es: 'Tamil' },
  te: { en: 'Telugu', es: 'Telugu' },
  ml: { en: 'Malayalam', es: 'Malayálam' },
  mr: { en: 'Marathi', es: 'Maratí' },
  bn: { en: 'Bengali', es: 'Bengalí' },
  gu: { en: 'Gujarati', es: 'Guyaratí' },
  pa: { en: 'Punjabi', es: 'Panyabí' },
  ur: { en: 'Urdu', es: 'Urdu' },
  or: { en: 'Odia', es: 'Oriya' },
};
