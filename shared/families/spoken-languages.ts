import type { Both } from './master-field.ts';

/** Languages in which customers are spoken to, by their codes; the console itself has its own. */
export const spokenLanguages: Readonly<Record<string, Both>> = {
  en: ['English', 'Inglés'],
  hi: ['Hindi', 'Hindi'],
  kn: ['Kannada', 'Canarés'],
  ta: ['Tamil', 'Tamil'],
  te: ['Telugu', 'Telugu'],
  ml: ['Malayalam', 'Malabar'],
  mr: ['Marathi', 'Maratí'],
  bn: ['Bengali', 'Bengalí'],
  gu: ['Gujarati', 'Guyaratí'],
  pa: ['Punjabi', 'Panyabí'],
  ur: ['Urdu', 'Urdu'],
  or: ['Odia', 'Oriya'],
};
