import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/purchaseanddispatch/minMaxList',
  title: { en: 'Min Max List', es: 'Mínimos y máximos' },
  load: () => import('./MinMaxScreen.tsx').then(({ MinMaxScreen }) => MinMaxScreen),
};
