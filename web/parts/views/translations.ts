import { translations, type Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const viewTranslations = translations({
  en: {
    views: 'Views',
    viewAll: 'All records',
    viewSave: 'Save this view',
    viewUpdate: 'Update “{{name}}”',
    viewRemove: 'Remove',
    viewRemoveTitle: 'Remove “{{name}}”',
    viewRemoveText: 'Others use this view too.',
    viewSaved: 'View “{{name}}” saved',
    viewName: 'Name',
    viewFor: 'Available to',
    'viewScope.private': 'Only me',
    'viewScope.role': 'My role',
    'viewScope.shared': 'Everyone',
    viewHolds: 'Saves the current search, filters, sorting and columns.',
    back: 'Back',
    save: 'Save',
  },
  es: {
    views: 'Vistas',
    viewAll: 'Todos los registros',
    viewSave: 'Guardar esta vista',
    viewUpdate: 'Actualizar «{{name}}»',
    viewRemove: 'Quitar',
    viewRemoveTitle: 'Quitar «{{name}}»',
    viewRemoveText: 'Otras personas también usan esta vista.',
    viewSaved: 'Vista «{{name}}» guardada',
    viewName: 'Nombre',
    viewFor: 'Disponible para',
    'viewScope.private': 'Solo yo',
    'viewScope.role': 'Mi rol',
    'viewScope.shared': 'Todos',
    viewHolds: 'Guarda la búsqueda, los filtros, el orden y las columnas actuales.',
    back: 'Volver',
    save: 'Guardar',
  },
});

type ViewKey = typeof viewTranslations extends Translations<infer K> ? K : never;
const namespace = 'saved-views';
addTranslations(namespace, viewTranslations);

export function useViewTranslations(): (key: ViewKey, values?: Readonly<Record<string, unknown>>) => string {
  return useTranslations(namespace).t as (key: ViewKey, values?: Readonly<Record<string, unknown>>) => string;
}
