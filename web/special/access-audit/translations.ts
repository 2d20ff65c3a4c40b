import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';

const accessAuditTranslations = translations({
  en: {
    before: 'Previous week',
    after: 'Next week',
    week: 'Week from {{from}} to {{to}}',
    alerts: 'Alerts',
    noAlerts: 'No alerts',
    noAlertsText: 'The system monitors every record opened, every export and every refusal.',
    'rule.reveals': 'Many records within an hour',
    'rule.night': 'Records at night',
    'rule.subject': 'One record opened by many people',
    'rule.export': 'A large export',
    'rule.denied': 'Repeated refusals',
    'rule.role': 'Far more than others in the same role',
    what: 'Rule',
    who: 'Who',
    count: 'Count',
    limit: 'Limit',
    when: 'When',
    lookedAt: 'Reviewed',
    appearance: 'Record review',
    people: 'Who opened personal data',
    nobody: 'Nobody opened personal data this week',
    nobodyText: 'No masked data was revealed.',
    role: 'Role',
    opened: 'Records opened',
    subjects: 'Different records',
    busiest: 'Busiest day',
    usual: 'Typical day for the role',
    sample: 'Records to query',
    sign: 'Sign off',
    signed: 'Signed off by {{name}}, {{at}}: {{note}}',
    note: 'Review and outcome',
    done: 'Saved',
  },
  es: {
    before: 'Semana anterior',
    after: 'Semana siguiente',
    week: 'Semana del {{from}} al {{to}}',
    alerts: 'Alertas',
    noAlerts: 'Sin alertas',
    noAlertsText: 'El sistema vigila cada registro abierto, cada exportación y cada rechazo.',
    'rule.reveals': 'Muchos registros en una hora',
    'rule.night': 'Registros de noche',
    'rule.subject': 'Un registro abierto por muchas personas',
    'rule.export': 'Una exportación grande',
    'rule.denied': 'Rechazos repetidos',
    'rule.role': 'Mucho más que compañeros con el mismo rol',
    what: 'Regla',
    who: 'Quién',
    count: 'Cantidad',
    limit: 'Límite',
    when: 'Cuándo',
    lookedAt: 'Revisado',
    appearance: 'Anotar revisión',
    people: 'Quién abrió datos personales',
    nobody: 'Nadie abrió datos personales en esta semana',
    nobodyText: 'No se mostró ningún dato oculto.',
    role: 'Rol',
    opened: 'Registros abiertos',
    subjects: 'Registros distintos',
    busiest: 'Día de mayor uso',
    usual: 'Día habitual del rol',
    sample: 'Registros por consultar',
    sign: 'Firmar',
    signed: 'Firmada por {{name}}, {{at}}: {{note}}',
    note: 'Revisión y resultado',
    done: 'Guardado',
  },
});

const namespace = 'accessAudit';

export function addAccessAuditTranslations(): void {
  addTranslations(namespace, accessAuditTranslations);
}

export function useAccessAuditTranslations(): Translate {
  return useTranslations(namespace).t;
}
