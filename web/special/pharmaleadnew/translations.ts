import { translations } from '#shared/core/translations.ts';
import type { Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const newLeadTranslations = translations({
  en: {
    add: 'Add lead',
    name: 'Name',
    phone: 'Phone',
    pincode: 'Pincode',
    source: 'Source',
    consent: 'Consent to calls',
    'consent.inferred': 'Inferred from the enquiry',
    'consent.explicit': 'Explicit',
    'consent.none': 'None',
    save: 'Add lead',
    cancel: 'Cancel',
    required: 'Required.',
    done: '{{name}} added',
    addTouch: 'Add this source to it',
    touched: '{{ref}}: repeat enquiry logged',
  },
  es: {
    add: 'Añadir prospecto',
    name: 'Nombre',
    phone: 'Teléfono',
    pincode: 'Código postal',
    source: 'Origen',
    consent: 'Consentimiento',
    'consent.inferred': 'Implícito en la consulta',
    'consent.explicit': 'Explícito',
    'consent.none': 'Ninguno',
    save: 'Añadir prospecto',
    cancel: 'Cancelar',
    required: 'Obligatorio.',
    done: '{{name}} añadido',
    addTouch: 'Añadir este origen',
    touched: '{{ref}}: otra consulta registrada',
  },
});

type Key = typeof newLeadTranslations extends Translations<infer K> ? K : never;
export const useNewLeadTranslations = (): ((
  key: Key,
  values?: Readonly<Record<string, unknown>>,
) => string) => useTranslations('newLead').t;
addTranslations('newLead', newLeadTranslations);
