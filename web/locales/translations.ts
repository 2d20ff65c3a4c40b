import i18next from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next, useTranslation } from 'react-i18next';
import { languages } from '#shared/core/translations.ts';
import type { Language, Translations } from '#shared/core/translations.ts';
import { setNumberLanguage } from './formats.ts';
import { frame } from './frame.ts';
import { isLanguage, storeLanguage, storedLanguage } from './language.ts';

/** `t('key', {name})`; an unknown key is returned unchanged. */
export type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string;

type Plural = '_one' | '_many' | '_other';
/** A key without its plural forms, as `t` takes it. */
export type BaseKey<K> = K extends `${infer B}${Plural}` ? B : K;
type FrameKey = typeof frame extends Translations<infer K> ? BaseKey<K> : never;
export type TranslateFrame = (key: FrameKey, values?: Readonly<Record<string, unknown>>) => string;

let started: Promise<unknown> | null = null;

/**
 * Initializes i18next once; the frame's own translations are in the program, every other namespace is loaded
 * from `/translations/<lang>/<namespace>.json`.
 */
export function startTranslations(version = ''): Promise<unknown> {
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
      backend: {
        loadPath: `/translations/{{lng}}/{{ns}}.json${version ? `?v=${encodeURIComponent(version)}` : ''}`,
      },
    })
    .then(mark);
  i18next.on('languageChanged', mark);
  return started;
}

function mark(): void {
  document.documentElement.lang = i18next.resolvedLanguage ?? 'en';
  setNumberLanguage(languageNow());
}

/** Adds the translations of a member from its chunk, so that no request is needed. */
export function addTranslations(namespace: string, both: Translations<string>): void {
  for (const language of languages)
    i18next.addResourceBundle(language, namespace, both[language], true, false);
}

/** Translations of one namespace (a member's `name`); `ready` is false while they load. */
export function useTranslations(namespace: string): { t: Translate; ready: boolean } {
  const { t, ready } = useTranslation(namespace);
  return { t: t as unknown as Translate, ready };
}

/** Translations of the shell, with typed keys. */
export function useFrame(): TranslateFrame {
  return useTranslation('frame').t as unknown as TranslateFrame;
}

/** The shell's translations outside React. */
export const translateFrame: TranslateFrame = (key, values) => i18next.t(key, { ns: 'frame', ...values });

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
