import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';

addTranslations(
  'rx-patient',
  translations({
    en: { patient: 'Patient', patientHint: 'Name, PT number or phone', exited: 'customer exited' },
    es: { patient: 'Paciente', patientHint: 'Nombre, número PT o teléfono', exited: 'cliente de baja' },
  }),
);

export function usePatientTranslations(): Translate {
  return useTranslations('rx-patient').t;
}
