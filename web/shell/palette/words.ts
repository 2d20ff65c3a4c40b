import { words } from '#shared/core/words.ts';
import { addWords, useWords } from '#web/words/words.ts';

const paletteWords = words({
  en: {
    label: 'Search pages, records and actions',
    type: 'A page, a name, a number or a phone',
    none: 'Nothing found',
    noneText: 'Looked for pages, actions and the records you may see.',
    pages: 'Pages',
    actions: 'Actions',
    recent: 'Opened lately',
    asking: 'Looking for records …',
    more: 'There are more; type more of the name or number.',
    over: 'no longer active',
    found_one: '{{count}} result',
    found_many: '{{count}} results',
    found_other: '{{count}} results',
  },
  es: {
    label: 'Buscar páginas, registros y acciones',
    type: 'Una página, un nombre, un número o un teléfono',
    none: 'No se encontró nada',
    noneText: 'Se buscaron páginas, acciones y los registros que usted puede ver.',
    pages: 'Páginas',
    actions: 'Acciones',
    recent: 'Abierto hace poco',
    asking: 'Buscando registros …',
    more: 'Hay más; escriba más del nombre o del número.',
    over: 'ya no activo',
    found_one: '{{count}} resultado',
    found_many: '{{count}} resultados',
    found_other: '{{count}} resultados',
  },
});

type Base<K> = K extends `${infer B}_${'one' | 'many' | 'other'}` ? B : K;
export type SayPalette = (key: Base<keyof (typeof paletteWords)['en']>, values?: Readonly<Record<string, unknown>>) => string;
export function usePaletteWords(): SayPalette {
  return useWords('palette').t as never;
}
addWords('palette', paletteWords);
