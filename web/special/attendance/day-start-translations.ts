import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';

const dayStartTranslations = translations({
  en: {
    closed: 'Day start closed at {{time}}.',
    allowed: 'You may check in until {{time}}.',
    waits: '{{ref}} waits for your team lead.',
    undoable: '{{ref}} was decided; the decision takes effect within half a minute.',
    questioned: 'Your team lead has a question about {{ref}}.',
    open: 'Open request',
    ask: 'Ask for a late start',
    text: 'Your team lead decides. Once it is approved, you can check in until the end of the day.',
    reason: 'Reason',
    send: 'Send request',
    done: 'Late start requested',
  },
  es: {
    closed: 'El inicio del día cerró a las {{time}}.',
    allowed: 'Puede registrar su entrada hasta las {{time}}.',
    waits: '{{ref}} está pendiente de su jefe de equipo.',
    undoable: '{{ref}} ya se decidió; la decisión surte efecto en medio minuto.',
    questioned: 'Su jefe de equipo tiene una pregunta sobre {{ref}}.',
    open: 'Abrir la solicitud',
    ask: 'Pedir un inicio tardío',
    text: 'Decide su jefe de equipo. Una vez aprobado, puede registrar su entrada hasta el final del día.',
    reason: 'Motivo',
    send: 'Enviar la solicitud',
    done: 'Inicio tardío solicitado',
  },
});

export const addDayStartTranslations = (): void => addTranslations('day-start', dayStartTranslations);
export const useDayStartTranslations = (): Translate => useTranslations('day-start').t;
