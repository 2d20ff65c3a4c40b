import type { Translations } from '#shared/core/translations.ts';
import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const tpdScreenTranslations = translations({
  en: {
    receive: 'Record one',
    partner: 'Partner',
    partnerRef: 'Their reference',
    patient: 'Patient as written',
    phone: 'Phone',
    doctor: 'Doctor',
    prescribedOn: 'Date of the prescription',
    save: 'Record',
    cancel: 'Cancel',
    required: 'Required.',
    done: '{{ref}} recorded',
    claimFirst: 'Claim it first.',
    whose: 'Whose is it?',
    why: 'Why this patient, where the phone is another',
    match: 'It is this patient',
    another: 'Another patient',
    pages: 'Pages',
    addPages: 'Add pages',
    caseType: 'Case',
    'caseType.acute': 'Acute',
    'caseType.chronic': 'Chronic',
    agreed: 'The patient agrees that we keep and read the prescription',
    verify: 'Verify',
    verified: '{{ref}} is at the entry desk',
  },
  es: {
    receive: 'Registrar una',
    partner: 'Socio',
    partnerRef: 'Su referencia',
    patient: 'Paciente según la receta',
    phone: 'Teléfono',
    doctor: 'Médico',
    prescribedOn: 'Fecha de la receta',
    save: 'Registrar',
    cancel: 'Cancelar',
    required: 'Obligatorio.',
    done: '{{ref}} registrada',
    claimFirst: 'Asígnesela antes.',
    whose: '¿De quién es?',
    why: 'Por qué este paciente, si el teléfono es otro',
    match: 'Es este paciente',
    another: 'Otro paciente',
    pages: 'Páginas',
    addPages: 'Añadir páginas',
    caseType: 'Caso',
    'caseType.acute': 'Agudo',
    'caseType.chronic': 'Crónico',
    agreed: 'El paciente acepta que guardemos y leamos la receta',
    verify: 'Verificar',
    verified: '{{ref}} está en digitalización',
  },
});

type Key = typeof tpdScreenTranslations extends Translations<infer K> ? K : never;
export const useTpdTranslations = (): ((key: Key, values?: Readonly<Record<string, unknown>>) => string) =>
  useTranslations('tpdScreen').t;
addTranslations('tpdScreen', tpdScreenTranslations);
