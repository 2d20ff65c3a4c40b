import { translations } from '#shared/core/translations.ts';
import type { Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const servedTranslations = translations({
  en: {
    ready: 'You are ready',
    readyText:
      'Press N to begin; after each call the next one follows. The best item for you is chosen by callbacks, priority, fairness between campaigns and age.',
    next: 'Next call',
    coming: 'The next call is coming',
    comingText: 'It is chosen now. To pause between calls, stop after this one.',
    stop: 'Stop after this one',
    none: 'Nobody waits for a call from you now',
    noneText: 'New items are served as they come. Callbacks come at their promised time.',
    paused: 'Three previews passed without a call',
    pausedText: 'If you are away, take a break. Otherwise say that you are ready again.',
    resume: 'I am ready',
    why: 'Why this one now',
    'served.ownCallback': 'You promised to call back at {{at}}.',
    'served.callback': '{{name}} promised a callback at {{at}}; the first ten minutes are over.',
    'served.pinned': 'Your team lead pinned it.',
    'served.assigned': 'Your team lead gave it to you.',
    'served.priority': 'It has a higher priority than what else waits.',
    'served.fairness': 'Its campaign has had fewer calls today than the others.',
    'served.age': 'It waits longest, since {{since}}.',
    preview: 'Call within {{time}}',
    call: 'Call',
    skip: 'Skip',
    skipWhy: 'Why do you skip {{ref}}?',
    skipped: '{{n}} of 5 skipped today',
    skipDone: '{{ref}} skipped; it is not offered to you for half an hour.',
    missed: 'Missed previews: {{n}} of 3',
    talking: 'On a call with {{name}}',
    wrapUp: 'Choose how the call with {{name}} ended',
    onCallText: 'The bar below has the steps of the call.',
    off: 'Check in and end your break to be served.',
  },
  es: {
    ready: 'Está disponible',
    readyText:
      'Pulse N para empezar; tras cada llamada sigue la siguiente. Se elige por llamadas prometidas, prioridad, equidad entre campañas y antigüedad.',
    next: 'Siguiente llamada',
    coming: 'Viene la siguiente llamada',
    comingText: 'Se está eligiendo. Para hacer una pausa entre llamadas, deténgase después de esta.',
    stop: 'Detener después de esta',
    none: 'Ahora nadie espera una llamada suya',
    noneText: 'Los elementos nuevos se sirven al llegar. Las llamadas prometidas llegan a su hora.',
    paused: 'Pasaron tres vistas previas sin llamada',
    pausedText: 'Si se ausenta, tome un descanso. Si no, indique que está disponible de nuevo.',
    resume: 'Estoy disponible',
    why: 'Por qué este ahora',
    'served.ownCallback': 'Usted prometió devolver la llamada el {{at}}.',
    'served.callback': '{{name}} prometió llamar el {{at}}; ya pasaron los primeros diez minutos.',
    'served.pinned': 'Su jefe de equipo lo fijó.',
    'served.assigned': 'Su jefe de equipo se lo dio.',
    'served.priority': 'Tiene más prioridad que el resto.',
    'served.fairness': 'Su campaña ha tenido hoy menos llamadas que las demás.',
    'served.age': 'Es el que más espera, desde el {{since}}.',
    preview: 'Llame en {{time}}',
    call: 'Llamar',
    skip: 'Saltar',
    skipWhy: '¿Por qué salta {{ref}}?',
    skipped: '{{n}} de 5 saltados hoy',
    skipDone: '{{ref}} saltado; no se le ofrecerá durante media hora.',
    missed: 'Vistas previas perdidas: {{n}} de 3',
    talking: 'En llamada con {{name}}',
    wrapUp: 'Elija cómo terminó la llamada con {{name}}',
    onCallText: 'La barra de abajo tiene los pasos de la llamada.',
    off: 'Registre su entrada y termine su descanso para recibir llamadas.',
  },
});

type Key = typeof servedTranslations extends Translations<infer K> ? K : never;
export type SayServed = (key: Key, values?: Readonly<Record<string, unknown>>) => string;
export const useServedTranslations = (): SayServed => useTranslations('served').t as SayServed;
addTranslations('served', servedTranslations);
