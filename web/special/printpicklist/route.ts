import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/printpicklist',
  title: { en: 'Print Pick List', es: 'Imprimir lista de recogida' },
  load: () => import('./PrintPickListScreen.tsx').then(({ PrintPickListScreen }) => PrintPickListScreen),
};
