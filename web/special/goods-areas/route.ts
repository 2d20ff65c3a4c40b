import type { SpecialRoute } from '#web/parts/special-route.ts';

/** The areas `po` and `gre` have no screen of their own: each opens the first list of it that this person may see. */
export const routes: readonly SpecialRoute[] = [
  {
    path: '/po',
    title: { en: 'Purchase orders', es: 'Pedidos de compra' },
    load: () => import('./AreaScreen.tsx').then(({ PoArea }) => PoArea),
  },
  {
    path: '/gre',
    title: { en: 'Goods receipts', es: 'Recepciones' },
    load: () => import('./AreaScreen.tsx').then(({ GreArea }) => GreArea),
  },
];
