import { translations } from '#shared/core/translations.ts';
import type { Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const outCallTranslations = translations({
  en: {
    find: 'Find a lead, customer or patient',
    findHint: 'Name, number or phone',
    patients: 'Patient: {{names}}',
    nothing: 'Nobody found',
    nothingText:
      'Search by name, LD, CU or PT number, or the phone: its last four digits or all of it. Only people of your places are found.',
    start: 'Who do you want to call?',
    startText:
      'Find them by name or number. You see whether the person may be called now, and how earlier calls ended.',
    call: 'Call',
    claimAndCall: 'Claim and call',
    purpose: 'Purpose',
    hours: 'call only {{from}}–{{to}}',
    onCall: 'Finish your call first.',
    agents: 'Agents',
    noAgents: 'Nobody is at work here.',
    yourScore: 'Your score: {{total}} of 100',
    'head.greeting': 'Greeting',
    'head.listening': 'Listening',
    'head.product': 'Product knowledge',
    'head.compliance': 'Compliance',
    'head.closing': 'Closing',
    disputeTitle: 'Dispute the score of {{ref}}',
    disputeWhy: 'Why is the score wrong?',
    dispute: 'Dispute score',
    disputed: 'The score of {{ref}} is disputed; somebody else decides.',
    recording: 'Recording of {{ref}}',
    'state.ready': 'Ready',
    'state.previewing': 'Preview',
    'state.working': 'Row in hand',
    'state.onCall': 'On a call',
    'state.wrapUp': 'Wrap-up',
    'state.onBreak': 'On break',
  },
  es: {
    find: 'Buscar un prospecto, cliente o paciente',
    findHint: 'Nombre, número o teléfono',
    patients: 'Paciente: {{names}}',
    nothing: 'No se encontró a nadie',
    nothingText:
      'Busque por nombre, número LD, CU o PT, o por el teléfono: sus cuatro últimas cifras o completo. Solo se encuentran personas de sus lugares.',
    start: '¿A quién quiere llamar?',
    startText:
      'Búsquela por nombre o número. Verá si se puede llamar ahora a la persona y cómo terminaron las llamadas anteriores.',
    call: 'Llamar',
    claimAndCall: 'Asignarme y llamar',
    purpose: 'Motivo',
    hours: 'llamar solo de {{from}} a {{to}}',
    onCall: 'Termine antes su llamada.',
    agents: 'Agentes',
    noAgents: 'Nadie está trabajando aquí.',
    yourScore: 'Su puntuación: {{total}} de 100',
    'head.greeting': 'Saludo',
    'head.listening': 'Escucha',
    'head.product': 'Conocimiento del producto',
    'head.compliance': 'Cumplimiento',
    'head.closing': 'Cierre',
    disputeTitle: 'Impugnar la puntuación de {{ref}}',
    disputeWhy: '¿Por qué es incorrecta la puntuación?',
    dispute: 'Impugnar puntuación',
    disputed: 'La puntuación de {{ref}} está impugnada; decide otra persona.',
    recording: 'Grabación de {{ref}}',
    'state.ready': 'Disponible',
    'state.previewing': 'Vista previa',
    'state.working': 'Fila en curso',
    'state.onCall': 'En llamada',
    'state.wrapUp': 'Cierre',
    'state.onBreak': 'En pausa',
  },
});

type Key = typeof outCallTranslations extends Translations<infer K> ? K : never;
export type SayOutCall = (key: Key, values?: Readonly<Record<string, unknown>>) => string;
export const useOutCallTranslations = (): SayOutCall => useTranslations('outCall').t as SayOutCall;
addTranslations('outCall', outCallTranslations);
