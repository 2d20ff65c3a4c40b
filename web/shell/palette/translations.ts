import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations, type BaseKey } from '#web/locales/translations.ts';

const paletteTranslations = translations({
  en: {
    label: 'Search pages, records and actions',
    type: 'Page, name, number or phone',
    none: 'Nothing found',
    noneText: 'Searched pages, actions and the records you have access to.',
    pages: 'Pages',
    actions: 'Actions',
    recent: 'Recent',
    here: 'On this screen',
    goTo: 'Go to',
    asking: 'Searching records …',
    more: 'More results available; type more of the name or number.',
    foundMore: 'The first {{count}} results; type more to narrow them',
    found_one: '{{count}} result',
    found_many: '{{count}} results',
    found_other: '{{count}} results',
  },
  es: {
    label: 'Buscar páginas, registros y acciones',
    type: 'Página, nombre, número o teléfono',
    none: 'No se encontró nada',
    noneText: 'Se buscaron páginas, acciones y los registros a los que tiene acceso.',
    pages: 'Páginas',
    actions: 'Acciones',
    recent: 'Recientes',
    here: 'En esta pantalla',
    goTo: 'Ir a',
    asking: 'Buscando registros …',
    more: 'Hay más resultados; escriba más del nombre o del número.',
    foundMore: 'Los primeros {{count}} resultados; escriba más para acotarlos',
    found_one: '{{count}} resultado',
    found_many: '{{count}} resultados',
    found_other: '{{count}} resultados',
  },
});

export type TranslatePalette = (
  key: BaseKey<keyof (typeof paletteTranslations)['en']>,
  values?: Readonly<Record<string, unknown>>,
) => string;
export function usePaletteTranslations(): TranslatePalette {
  return useTranslations('palette').t as never;
}
addTranslations('palette', paletteTranslations);
