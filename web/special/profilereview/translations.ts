import { translations } from '#shared/core/translations.ts';
import type { Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const profileTranslations = translations({
  en: {
    age: 'Age',
    female: 'female',
    male: 'male',
    other: 'other',
    customer: 'Customer',
    tier: 'Care tier',
    noTier: 'none yet',
    diagnoses: 'Diagnoses',
    none: 'None recorded',
    allergies: 'Allergies',
    history: 'Open the whole history',
    review: 'Review',
    newTier: 'Care tier from now on',
    critical: 'Critical type',
    remarks: 'Remarks or question',
    claimFirst: 'Claim the profile first.',
    save: 'Save review',
    ask: 'Ask this instead',
    saved: '{{ref}} reviewed',
    asked: '{{ref}}: question asked; it comes back with the answer',
  },
  es: {
    age: 'Edad',
    female: 'mujer',
    male: 'hombre',
    other: 'otro',
    customer: 'Cliente',
    tier: 'Nivel de atención',
    noTier: 'aún ninguno',
    diagnoses: 'Diagnósticos',
    none: 'Ninguno registrado',
    allergies: 'Alergias',
    history: 'Abrir la historia completa',
    review: 'Revisión',
    newTier: 'Nivel de atención en adelante',
    critical: 'Tipo crítico',
    remarks: 'Comentarios o pregunta',
    claimFirst: 'Asígnese antes el perfil.',
    save: 'Guardar revisión',
    ask: 'Preguntar esto',
    saved: '{{ref}} revisado',
    asked: '{{ref}}: pregunta hecha; vuelve con la respuesta',
  },
});

type ProfileKey = typeof profileTranslations extends Translations<infer K> ? K : never;
export const useProfileTranslations = (): ((
  key: ProfileKey,
  values?: Readonly<Record<string, unknown>>,
) => string) => useTranslations('profileReview').t;
addTranslations('profileReview', profileTranslations);
