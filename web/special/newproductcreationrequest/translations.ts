import { translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const namespace = 'near-products';

const own = translations({
  en: {
    title: 'Nearest products of the catalogue',
    none: 'No product has a similar name.',
    type: 'Enter the proposed name to see the nearest products.',
    like: '{{n}} % alike',
    notSame: 'Not the same as {{product}}',
    needed: 'Nearly the same name: mark what is not the same, or use the product.',
  },
  es: {
    title: 'Productos más parecidos del catálogo',
    none: 'Ningún producto tiene un nombre parecido.',
    type: 'Escriba el nombre propuesto para ver los productos más parecidos.',
    like: '{{n}} % parecido',
    notSame: 'No es lo mismo que {{product}}',
    needed: 'Nombre casi igual: marque lo que no es lo mismo o use el producto.',
  },
});

export function addNearTranslations(): void {
  addTranslations(namespace, own);
}

export function useNearTranslations() {
  return useTranslations(namespace).t;
}
