import { accessWords } from '#shared/access/words.ts';
import { authorText } from '#shared/core/authors.ts';
import { fieldWords } from '#shared/core/fields.ts';
import { refusalWords } from '#shared/core/refusal-words.ts';
import { fill, type Language, type Words } from '#shared/core/words.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import type { ScreenFace } from '#shared/families/screen.ts';

/** Every namespace of words that the console loads over HTTP, and the messages of refusals. */
export interface AllWords {
  namespace(language: Language, name: string): Readonly<Record<string, string>> | null;
  /** The message of a refusal; `space` names the stream that refused, whose own words come first. */
  say(code: string, details: Readonly<Record<string, unknown>> | undefined, language: Language, space?: string): string;
}

/** A screen's words stand under its name, a stream's under its name; all refusals together under `refusals`. The frame's words travel with the console. */
export function gatherWords(streams: Iterable<StreamDef>, screens: Iterable<Pick<ScreenFace, 'name' | 'words'>>): AllWords {
  const spaces = new Map<string, Words<any>>();
  const refusals: { en: Record<string, string>; es: Record<string, string> } = {
    en: { ...fieldWords.en, ...refusalWords.en, ...accessWords.en },
    es: { ...fieldWords.es, ...refusalWords.es, ...accessWords.es },
  };
  for (const stream of streams) {
    spaces.set(stream.name, stream.words);
    Object.assign(refusals.en, stream.words.en);
    Object.assign(refusals.es, stream.words.es);
  }
  for (const screen of screens) spaces.set(screen.name, screen.words);
  spaces.set('refusals', refusals);
  return {
    namespace: (language, name) => spaces.get(name)?.[language] ?? null,
    say: (code, details, language, space) =>
      fill(
        spaces.get(space ?? '')?.[language][code] ?? refusals[language][code] ?? refusals.en[code] ?? code,
        typeof details?.['by'] === 'string' ? { ...details, by: authorText(details['by'], language) } : (details ?? {}),
        { ...refusals[language], ...spaces.get(space ?? '')?.[language] },
      ),
  };
}
