import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';

addTranslations(
  'rx-cards',
  translations({
    en: {
      mine: 'In my hands',
      acute: 'Acute',
      chronic: 'Chronic',
      none: 'Nothing waiting',
      empty: 'No prescriptions to enter',
      emptyText: 'New uploads appear here at once.',
      claim: 'Claim and open',
      open: 'Open',
      pages: '{{n}} pages',
      heldBy: 'With {{name}}',
      off: 'You entered this page; somebody else must read it now.',
      noRight: 'Your role may look at this list only.',
      offline: 'Not connected.',
      cover: 'First page of {{ref}}',
      questions: 'Waiting for an answer',
      'ask.doctor': 'Asked of the doctor',
      'ask.customer': 'Asked of the customer',
      'answer.doctor': 'What the doctor said',
      'answer.customer': 'What the customer said',
      giveAnswer: 'Enter answer',
      saveAnswer: 'Save answer',
      answerFirst: 'Enter the answer first.',
      cancel: 'Cancel',
      backToEntry: '{{ref}} is back at the entry desk',
      backToCheck: '{{ref}} is back with the pharmacist',
      noAnswerRight: 'Your role may read questions only.',
    },
    es: {
      mine: 'En mis manos',
      acute: 'Agudo',
      chronic: 'Crónico',
      none: 'Nada pendiente',
      empty: 'No hay recetas por transcribir',
      emptyText: 'Las subidas nuevas aparecen aquí al instante.',
      claim: 'Asignarme y abrir',
      open: 'Abrir',
      pages: '{{n}} páginas',
      heldBy: 'Con {{name}}',
      off: 'Usted transcribió esta página; ahora debe leerla otra persona.',
      noRight: 'Su rol solo permite ver esta lista.',
      offline: 'Sin conexión.',
      cover: 'Primera página de {{ref}}',
      questions: 'Esperan respuesta',
      'ask.doctor': 'Preguntado al médico',
      'ask.customer': 'Preguntado al cliente',
      'answer.doctor': 'Qué dijo el médico',
      'answer.customer': 'Qué dijo el cliente',
      giveAnswer: 'Anotar respuesta',
      saveAnswer: 'Guardar respuesta',
      answerFirst: 'Anote primero la respuesta.',
      cancel: 'Cancelar',
      backToEntry: '{{ref}} vuelve a transcripción',
      backToCheck: '{{ref}} vuelve al farmacéutico',
      noAnswerRight: 'Su rol solo permite leer las preguntas.',
    },
  }),
);

export function useCardsTranslations(): Translate {
  return useTranslations('rx-cards').t;
}
