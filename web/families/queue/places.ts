import { useMemo } from 'react';
import { headOf } from '#shared/core/cut.ts';
import { usePerson } from '#web/live/person.ts';
import { useLanguage } from '#web/locales/translations.ts';

/** Names of places of operation and of languages, as this person knows them. */
export function useNames(): {
  readonly place: (id: number) => string;
  readonly language: (code: string) => string;
} {
  const { poos } = usePerson();
  const spoken = useLanguage();
  return useMemo(() => {
    const places = new Map(poos.map(({ id, name }) => [id, name]));
    const names = new Intl.DisplayNames([spoken], { type: 'language', fallback: 'code' });
    const upper = (text: string): string => headOf(text, 1).toUpperCase() + text.slice(1);
    return {
      place: (id: number) => places.get(id) ?? `#${id}`,
      language: (code: string) => {
        try {
          return upper(names.of(code) ?? code);
        } catch {
          return code; // not a language code: shown unchanged
        }
      },
    };
  }, [poos, spoken]);
}
