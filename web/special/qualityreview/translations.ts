import { translations } from '#shared/core/translations.ts';
import type { Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const trendTranslations = translations({
  en: {
    open: 'Scores by agent',
    title: 'Scores by agent',
    agent: 'Agent',
    show: 'Show',
    'figure.total': 'Total',
    'figure.all': 'All criteria',
    chart: '{{name}}: average score by week',
    none: 'No scores yet',
    noneText:
      'Scores of the last twelve weeks appear here. A score in calibration is left out until it is settled.',
    reviews: 'Reviews',
    ofWeek: 'Reviews of the week of {{week}}',
    everyWeek: 'All weeks',
    scoredBy: 'scored by {{name}}',
    settledBy: 'settled by {{name}}',
    calibrate: 'Have it scored again',
    calibrated: 'Calibrated',
    requested: '{{ref}} waits for a second score',
    details: 'Details of {{ref}}',
  },
  es: {
    open: 'Puntuaciones por agente',
    title: 'Puntuaciones por agente',
    agent: 'Agente',
    show: 'Mostrar',
    'figure.total': 'Total',
    'figure.all': 'Todos los criterios',
    chart: '{{name}}: puntuación media por semana',
    none: 'Aún no hay puntuaciones',
    noneText:
      'Aquí aparecen las puntuaciones de las últimas doce semanas. Una puntuación en calibración no se muestra hasta resolverse.',
    reviews: 'Revisiones',
    ofWeek: 'Revisiones de la semana del {{week}}',
    everyWeek: 'Todas las semanas',
    scoredBy: 'puntuada por {{name}}',
    settledBy: 'resuelta por {{name}}',
    calibrate: 'Pedir otra puntuación',
    calibrated: 'Calibrada',
    requested: '{{ref}} espera una segunda puntuación',
    details: 'Detalles de {{ref}}',
  },
});

type Key = typeof trendTranslations extends Translations<infer K> ? K : never;
export const useTrendTranslations = (): ((key: Key, values?: Readonly<Record<string, unknown>>) => string) =>
  useTranslations('callTrend').t;
addTranslations('callTrend', trendTranslations);
