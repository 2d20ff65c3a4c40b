import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';

addTranslations(
  'rx-update',
  translations({
    en: {
      which: 'Approved prescriptions',
      none: 'No approved prescription',
      noneText: 'This patient has no approved prescription that could be changed.',
      start: 'Find the patient',
      startText: 'Choose a patient, then the prescription that changes.',
      old: 'Valid now: {{ref}}',
      fresh: 'New version',
      changes: 'Changes',
      noChanges: 'Nothing changed yet.',
      reason: 'Reason for the change',
      save: 'Supersede {{ref}}',
      done: '{{ref}} takes the place of {{old}} and goes to the check',
      added: 'added',
      removed: 'removed',
      deniedTitle: 'No access to prescription updates',
      denied: 'Your role does not include changing prescriptions. Ask an administrator.',
    },
    es: {
      which: 'Recetas aprobadas',
      none: 'Ninguna receta aprobada',
      noneText: 'Este paciente no tiene ninguna receta aprobada que se pueda cambiar.',
      start: 'Busque al paciente',
      startText: 'Elija un paciente y después la receta que cambia.',
      old: 'Válida ahora: {{ref}}',
      fresh: 'Versión nueva',
      changes: 'Cambios',
      noChanges: 'Aún no hay cambios.',
      reason: 'Motivo del cambio',
      save: 'Sustituir {{ref}}',
      done: '{{ref}} sustituye a {{old}} y pasa a revisión',
      added: 'añadida',
      removed: 'quitada',
      deniedTitle: 'Sin acceso a los cambios de recetas',
      denied: 'Su rol no incluye cambiar recetas. Pídalo a un administrador.',
    },
  }),
);

export function useUpdateTranslations(): Translate {
  return useTranslations('rx-update').t;
}
