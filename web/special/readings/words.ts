import { words } from '#shared/core/words.ts';
import { addWords, useWords } from '#web/words/words.ts';
import type { Say } from '#web/words/words.ts';

const readingWords = words({
  en: {
    before: 'Week before',
    after: 'Week after',
    week: 'Week from {{from}} to {{to}}',
    alerts: 'Noticed',
    noAlerts: 'Nothing unusual was noticed',
    noAlertsText: 'The house looks at every opened record, every export and every refusal.',
    'rule.reveals': 'Many records within an hour',
    'rule.night': 'Records at night',
    'rule.subject': 'One record opened by many people',
    'rule.export': 'A large export',
    'rule.denied': 'Turned away again and again',
    'rule.role': 'Far more than colleagues with the same role',
    what: 'What',
    who: 'Who',
    count: 'Count',
    limit: 'Limit',
    when: 'When',
    lookedAt: 'Looked at',
    look: 'Write down what it was',
    people: 'Who opened personal data',
    nobody: 'Nobody opened personal data in this week',
    nobodyText: 'What is masked on screens was not asked for in clear.',
    role: 'Role',
    opened: 'Opened',
    subjects: 'Different records',
    busiest: 'Busiest day',
    usual: 'Usual day of the role',
    sample: 'Ask about',
    sign: 'Sign this week',
    signed: 'Signed by {{name}}, {{at}}: {{note}}',
    note: 'What was looked at, and what came of it',
    noteShort: 'At least 5 characters.',
    done: 'Written down.',
  },
  es: {
    before: 'Semana anterior',
    after: 'Semana siguiente',
    week: 'Semana del {{from}} al {{to}}',
    alerts: 'Detectado',
    noAlerts: 'No se detectó nada inusual',
    noAlertsText: 'La casa mira cada registro abierto, cada exportación y cada rechazo.',
    'rule.reveals': 'Muchos registros en una hora',
    'rule.night': 'Registros de noche',
    'rule.subject': 'Un registro abierto por muchas personas',
    'rule.export': 'Una exportación grande',
    'rule.denied': 'Rechazos repetidos',
    'rule.role': 'Mucho más que colegas con el mismo rol',
    what: 'Qué',
    who: 'Quién',
    count: 'Cantidad',
    limit: 'Límite',
    when: 'Cuándo',
    lookedAt: 'Revisado',
    look: 'Anotar qué fue',
    people: 'Quién abrió datos personales',
    nobody: 'Nadie abrió datos personales en esta semana',
    nobodyText: 'No se pidió ver nada de lo que las pantallas ocultan.',
    role: 'Rol',
    opened: 'Abiertos',
    subjects: 'Registros distintos',
    busiest: 'Día con más',
    usual: 'Día habitual del rol',
    sample: 'Preguntar por',
    sign: 'Firmar esta semana',
    signed: 'Firmada por {{name}}, {{at}}: {{note}}',
    note: 'Qué se revisó y qué resultó',
    noteShort: 'Al menos 5 caracteres.',
    done: 'Anotado.',
  },
});

const namespace = 'readings';

export function addReadingWords(): void {
  addWords(namespace, readingWords);
}

export function useReadingWords(): Say {
  return useWords(namespace).t;
}
