import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';

addTranslations(
  'pil-print',
  translations({
    en: {
      deniedTitle: 'No access to leaflets',
      start: 'Find the patient',
      startText: 'The leaflets of what they take now appear here, in their language.',
      none: 'No current medicines',
      noneText: 'This patient takes nothing by an approved prescription.',
      language: 'Language',
      'language.en': 'English',
      'language.hi': 'Hindi',
      'language.kn': 'Kannada',
      'language.ta': 'Tamil',
      'language.te': 'Telugu',
      'language.mr': 'Marathi',
      own: 'spoken by the customer',
      missing: 'No leaflet in this language',
      missingN: '{{n}} of {{count}} without a leaflet in this language',
      there: 'There is one in {{languages}}.',
      nowhere: 'Nobody has written one yet.',
      print: 'Print',
      pdf: 'PDF',
      pdfLetters: 'No typeface for a PDF in this language; use Print.',
      nothing: 'There is nothing to print in this language.',
      pdfFailed: 'The PDF could not be made.',
      version: 'Version {{n}}',
    },
    es: {
      deniedTitle: 'Sin acceso a folletos',
      start: 'Busque al paciente',
      startText: 'Aquí aparecen los folletos de lo que toma ahora, en su idioma.',
      none: 'Sin medicamentos vigentes',
      noneText: 'Este paciente no toma nada con receta aprobada.',
      language: 'Idioma',
      'language.en': 'Inglés',
      'language.hi': 'Hindi',
      'language.kn': 'Canarés',
      'language.ta': 'Tamil',
      'language.te': 'Telugu',
      'language.mr': 'Maratí',
      own: 'el que habla el cliente',
      missing: 'No hay folleto en este idioma',
      missingN: '{{n}} de {{count}} sin folleto en este idioma',
      there: 'Lo hay en {{languages}}.',
      nowhere: 'Nadie lo ha escrito todavía.',
      print: 'Imprimir',
      pdf: 'PDF',
      pdfLetters: 'No hay un tipo de letra para un PDF en este idioma; use Imprimir.',
      nothing: 'No hay nada que imprimir en este idioma.',
      pdfFailed: 'No se pudo crear el PDF.',
      version: 'Versión {{n}}',
    },
  }),
);

export function usePilTranslations(): Translate {
  return useTranslations('pil-print').t;
}
