import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const namespace = 'variant-matrix';

const own = translations({
  en: {
    title: 'Variants of {{style}}',
    size: 'Size',
    edit: 'Edit matrix',
    stop: 'Close matrix',
    price: 'MRP of {{size}} in {{colour}}',
    create: 'Create {{size}} in {{colour}}',
    missing: 'None',
    save_one: 'Save {{count}} change',
    save_many: 'Save {{count}} changes',
    save_other: 'Save {{count}} changes',
    saved_one: '{{count}} variant saved',
    saved_many: '{{count}} variants saved',
    saved_other: '{{count}} variants saved',
    nothing: 'Change a price or tick a missing variant first.',
    failed: '{{what}}: {{why}}',
  },
  es: {
    title: 'Variantes de {{style}}',
    size: 'Talla',
    edit: 'Editar matriz',
    stop: 'Cerrar matriz',
    price: 'PVP de {{size}} en {{colour}}',
    create: 'Crear {{size}} en {{colour}}',
    missing: 'No hay',
    save_one: 'Guardar {{count}} cambio',
    save_many: 'Guardar {{count}} cambios',
    save_other: 'Guardar {{count}} cambios',
    saved_one: '{{count}} variante guardada',
    saved_many: '{{count}} variantes guardadas',
    saved_other: '{{count}} variantes guardadas',
    nothing: 'Cambie primero un precio o marque una variante que falta.',
    failed: '{{what}}: {{why}}',
  },
});

export function addMatrixTranslations(): void {
  addTranslations(namespace, own);
}

export function useMatrixTranslations() {
  return useTranslations(namespace).t;
}
