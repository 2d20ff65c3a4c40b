import { translations } from '#shared/core/translations.ts';
import type { Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const mergeTranslations = translations({
  en: {
    place: 'Place',
    employee: 'Employee',
    day: 'Day',
    nobody: 'Nobody takes visits here',
    nobodyText: 'Choose another place.',
    how: 'Choose two to four free half hours that follow one another.',
    merge: 'Merge {{n}} min from {{from}}',
    mergeNone: 'Merge slots',
    chooseTwo: 'Choose at least two half hours.',
    joined: '{{n}} min from {{from}} are one slot',
    split: 'Split',
    splitDone: 'The slot of {{from}} is split',
    slots: 'Half hours of {{day}}',
    mergedFree: 'merged, free',
    mergedTaken: 'merged, not free',
    free: 'free',
    'why.slotTaken': 'taken',
    'why.slotBlocked': 'blocked',
    'why.tooFarAhead': 'too far ahead',
    'why.sundayNotAllowed': 'Sunday',
    'why.holidayNotAllowed': 'holiday',
    offRight: 'You can view this but not change it.',
    offLine: 'No connection. This day may be out of date.',
  },
  es: {
    place: 'Lugar',
    employee: 'Empleado',
    day: 'Día',
    nobody: 'Nadie recibe visitas aquí',
    nobodyText: 'Elija otro lugar.',
    how: 'Elija de dos a cuatro medias horas libres seguidas.',
    merge: 'Unir {{n}} min desde las {{from}}',
    mergeNone: 'Unir franjas',
    chooseTwo: 'Elija al menos dos medias horas.',
    joined: '{{n}} min desde las {{from}} son una franja',
    split: 'Separar',
    splitDone: 'La franja de las {{from}} está separada',
    slots: 'Medias horas del {{day}}',
    mergedFree: 'unida, libre',
    mergedTaken: 'unida, no libre',
    free: 'libre',
    'why.slotTaken': 'ocupada',
    'why.slotBlocked': 'bloqueada',
    'why.tooFarAhead': 'demasiado lejos',
    'why.sundayNotAllowed': 'domingo',
    'why.holidayNotAllowed': 'festivo',
    offRight: 'Puede ver el día, pero no cambiarlo.',
    offLine: 'Sin conexión. El día puede no estar al día.',
  },
});

type MergeKey = typeof mergeTranslations extends Translations<infer K> ? K : never;
export const useMergeTranslations = (): ((
  key: MergeKey,
  values?: Readonly<Record<string, unknown>>,
) => string) => useTranslations('slotMerge').t;
addTranslations('slotMerge', mergeTranslations);
