import type { Both, Phrases } from '../core/translations.ts';

type Texts = Readonly<Record<string, Both>>;

/** Texts that most reports share, by key. */
const common = {
  'column.iPooId': { en: 'Place of operation', es: 'Lugar de operación' },
} as const satisfies Texts;

/** Texts of a report from `{ key: { en, es } }`; those shared with other reports may be spread in. */
export function reportTexts<const W extends Texts & { readonly title: Both }>(
  own: W,
): { readonly en: Phrases & { readonly title: string }; readonly es: Phrases & { readonly title: string } } {
  const all: Texts & { readonly title: Both } = { ...common, ...own };
  const inLanguage = (language: 'en' | 'es'): Phrases & { readonly title: string } => ({
    ...Object.fromEntries(Object.entries(all).map(([key, text]) => [key, text[language]])),
    title: all.title[language],
  });
  return { en: inLanguage('en'), es: inLanguage('es') };
}
