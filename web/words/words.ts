import i18next from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next, useTranslation } from 'react-i18next';
import { languages } from '#shared/core/words.ts';
import type { Language, Words } from '#shared/core/words.ts';
import { frame } from './frame.ts';
import { isLanguage, storeLanguage, storedLanguage } from './language.ts';

/** `t('key', {name})`; an unknown key comes back as itself. */
export type Say = (key: string, values?: Readonly<Record<string, unknown>>) => string;

type Plural = '_one' | '_many' | '_other';
type Base<K> = K extends `${infer B}${Plural}` ? B : K;
type FrameKey = typeof frame extends Words<infer K> ? Base<K> : never;
export type SayFrame = (key: FrameKey, values?: Readonly<Record<string, unknown>>) => string;

let started: Promise<unknown> | null = null;

/** Starts the words once; the frame's own are in the program, every other namespace comes from `/words/<lang>/<namespace>.json`. */
export function startWords(version = ''): Promise<unknown> {
  started ??= i18next
    .use(HttpBackend)
    .use(initReactI18next)
    .init({
      lng: storedLanguage(),
      fallbackLng: 'en',
      supportedLngs: [...languages],
      ns: ['frame'],
      defaultNS: 'frame',
      resources: { en: { frame: frame.en }, es: { frame: frame.es } },
      partialBundledLanguages: true,
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: false },
      backend: { loadPath: `/words/{{lng}}/{{ns}}.json${version ? `?v=${encodeURIComponent(version)}` : ''}` },
    })
    .then(mark);
  i18next.on('languageChanged', mark);
  return started;
}

function mark(): void {
  document.documentElement.lang = i18next.resolvedLanguage ?? 'en';
}

/** Adds the words of a member that came with its chunk, so that no request is needed for them. */
export function addWords(namespace: string, both: Words<string>): void {
  for (const language of languages) i18next.addResourceBundle(language, namespace, both[language], true, false);
}

/** Words of one namespace (a member's `name`); `ready` is false while they are fetched. */
export function useWords(namespace: string): { t: Say; ready: boolean } {
  const { t, ready } = useTranslation(namespace);
  return { t: t as unknown as Say, ready };
}

/** The frame's own words, keys checked by the compiler. */
export function useFrame(): SayFrame {
  return useTranslation('frame').t as unknown as SayFrame;
}

/** The frame's words outside React. */
export const sayFrame: SayFrame = (key, values) => i18next.t(key, { ns: 'frame', ...values });

export function languageNow(): Language {
  return isLanguage(i18next.resolvedLanguage) ? i18next.resolvedLanguage : storedLanguage();
}

export function useLanguage(): Language {
  const { i18n } = useTranslation('frame');
  return isLanguage(i18n.resolvedLanguage) ? i18n.resolvedLanguage : languageNow();
}

export async function setLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  await i18next.changeLanguage(language);
}
