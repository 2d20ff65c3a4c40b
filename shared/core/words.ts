import { showInstant } from './day.ts';

/** The languages of the console; the first names the keys. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** One text in both languages; one without the other does not compile. */
export interface Both {
  readonly en: string;
  readonly es: string;
}

/** The text in that language, English where there is none. */
export function textIn(text: Both, language: string): string {
  return Object.hasOwn(text, language) ? text[language as Language] : text.en;
}

export type Phrases = Readonly<Record<string, string>>;
export interface Words<K extends string = string> {
  readonly en: Readonly<Record<K, string>>;
  readonly es: Readonly<Record<K, string>>;
}

/** Words in both languages side by side; a key missing in Spanish does not compile. Placeholders: `{{name}}`. */
export function words<const E extends Phrases>(both: { en: E; es: { readonly [K in keyof E]: string } }): Words<keyof E & string> {
  return both as unknown as Words<keyof E & string>;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * Fills `{{placeholders}}`; an unknown one stays visible, so that a gap is seen. Values that are dotted keys of `known`
 * (`item.phone`) are said in its words, lists with commas, instants as `DD-MM-YYYY HH:mm` IST.
 */
export function fill(template: string, values: Readonly<Record<string, unknown>> = {}, known: Phrases = {}): string {
  const shown = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(shown).join(', ');
    if (typeof value !== 'string') return String(value);
    if (instant.test(value) && !Number.isNaN(Date.parse(value))) return showInstant(Date.parse(value));
    return (value.includes('.') ? known[value] : undefined) ?? value;
  };
  return template.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, key: string) => (values[key] == null ? whole : shown(values[key])));
}
