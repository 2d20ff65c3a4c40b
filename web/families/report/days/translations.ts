import { translations, type Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations, type BaseKey } from '#web/locales/translations.ts';

const dayTranslations = translations({
  en: {
    nothing: 'nothing recorded',
    hint: 'Point at a day, or move through the days with the arrow keys; Enter opens the day.',
    legend: 'Letters of the days',
  },
  es: {
    nothing: 'sin registro',
    hint: 'Señale un día o recorra los días con las flechas; Intro abre el día.',
    legend: 'Letras de los días',
  },
});

type DayKey = typeof dayTranslations extends Translations<infer K> ? BaseKey<K> : never;

export function addDayTranslations(): void {
  addTranslations('report-days', dayTranslations);
}

/** Translations of months that are shown day by day. */
export function useDayTranslations(): (key: DayKey) => string {
  return useTranslations('report-days').t as unknown as (key: DayKey) => string;
}
