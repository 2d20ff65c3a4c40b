import { translations } from '#shared/core/translations.ts';
import type { Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const sendTranslations = translations({
  en: {
    rule: '{{least}} to {{most}} characters',
    short: 'Give a reason of at least {{least}} characters.',
  },
  es: {
    rule: 'De {{least}} a {{most}} caracteres',
    short: 'Indique un motivo de al menos {{least}} caracteres.',
  },
});

type Key = typeof sendTranslations extends Translations<infer K> ? K : never;
export type SaySend = (key: Key, values?: Readonly<Record<string, unknown>>) => string;

export function useSendTranslations(): SaySend {
  return useTranslations('sendDialog').t as SaySend;
}
addTranslations('sendDialog', sendTranslations);
