import { showInstant } from './day.ts';

/** Languages of the console; the first one defines the keys. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** One text in every language; a missing one does not compile. */
export interface Both {
  readonly en: string;
  readonly es: string;
}

/** The text in a language; falls back to English. */
export function textIn(text: Both, language: string): string {
  return Object.hasOwn(text, language) ? text[language as Language] : text.en;
}

export type Phrases = Readonly<Record<string, string>>;
export interface Translations<K extends string = string> {
  readonly en: Readonly<Record<K, string>>;
  readonly es: Readonly<Record<K, string>>;
}

/** Texts in both languages; a key missing in Spanish does not compile. Placeholders: `{{name}}`. */
export function translations<const E extends Phrases>(both: {
  en: E;
  es: { readonly [K in keyof E]: string };
}): Translations<keyof E & string> {
  return both as unknown as Translations<keyof E & string>;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * Fills `{{placeholders}}`; an unknown one stays visible, so that the gap is noticed. Values that are dotted
 * keys of `known` (`item.phone`) are translated, lists are joined with commas, instants become `DD-MM-YYYY
 * HH:mm` IST.
 */
export function fill(
  template: string,
  values: Readonly<Record<string, unknown>> = {},
  known: Phrases = {},
): string {
  const shown = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(shown).join(', ');
    if (typeof value !== 'string') return String(value);
    if (instant.test(value) && !Number.isNaN(Date.parse(value))) return showInstant(Date.parse(value));
    return (value.includes('.') ? known[value] : undefined) ?? value;
  };
  return template.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, key: string) =>
    values[key] == null ? whole : shown(values[key]),
  );
}
