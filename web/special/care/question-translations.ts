import { translations } from '#shared/core/translations.ts';
import type { Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const questionTranslations = translations({
  en: {
    title: 'Questions to a doctor',
    none: 'No questions',
    noneText: 'Questions of the pharmacy about a prescription appear here.',
    open: 'Open',
    overdue: 'Overdue',
    answered: 'Answered',
    due: 'due {{at}}',
    answer: 'Answer',
    yourAnswer: 'Your answer',
    hint: 'It goes to whoever asked and into the patient’s story; the prescription returns to its desk.',
    send: 'Send answer',
    sent: '{{ref}}: {{name}} has your answer',
    cancel: 'Cancel',
  },
  es: {
    title: 'Preguntas a un médico',
    none: 'No hay preguntas',
    noneText: 'Aquí aparecen las preguntas de la farmacia sobre una receta.',
    open: 'Abierta',
    overdue: 'Atrasada',
    answered: 'Respondida',
    due: 'vence {{at}}',
    answer: 'Responder',
    yourAnswer: 'Su respuesta',
    hint: 'Llega a quien preguntó y a la historia del paciente; la receta vuelve a su puesto.',
    send: 'Enviar respuesta',
    sent: '{{ref}}: {{name}} tiene su respuesta',
    cancel: 'Cancelar',
  },
});

type Key = typeof questionTranslations extends Translations<infer K> ? K : never;
export const useQuestionTranslations = (): ((
  key: Key,
  values?: Readonly<Record<string, unknown>>,
) => string) => useTranslations('doctorQuestions').t;
addTranslations('doctorQuestions', questionTranslations);
