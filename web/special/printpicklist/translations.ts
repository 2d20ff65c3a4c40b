import { translations } from '#shared/core/translations.ts';

export const printPickListTranslations = translations({
  en: {
    title: 'Print Pick List',
    lists: 'Pick lists to print',
    again: 'Printed {{n}} times. Say why it is printed again.',
    print: 'Print',
    larger: 'Larger',
    smaller: 'Smaller',
    printed: '{{number}} printed',
    empty: 'No pick list waits to be picked.',
    lines: '{{n}} lines',
    find: 'Find by number, order or customer',
    choose: 'Choose a list on the left to see how it is printed.',
  },
  es: {
    title: 'Imprimir lista de recogida',
    lists: 'Listas por imprimir',
    again: 'Impresa {{n}} veces. Indique por qué se imprime de nuevo.',
    print: 'Imprimir',
    larger: 'Más grande',
    smaller: 'Más pequeña',
    printed: '{{number}} impresa',
    empty: 'Ninguna lista espera ser recogida.',
    lines: '{{n}} líneas',
    find: 'Buscar por número, pedido o cliente',
    choose: 'Elija una lista a la izquierda para ver cómo se imprime.',
  },
});
